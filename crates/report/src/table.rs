//! Tables: columns as wide as their widest cell.

use unicode_width::UnicodeWidthStr;

use crate::phrase::clean;

/// Rows under a header.
#[derive(Clone, Debug, Default)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column titles.
    pub fn new(header: &[&str]) -> Table {
        Table { header: header.iter().map(|cell| cell.to_string()).collect(), rows: Vec::new() }
    }

    /// Adds a row; cells are reduced to one line.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl AsRef<str>>) {
        self.rows.push(cells.into_iter().map(|cell| clean(cell.as_ref())).collect());
    }

    /// The table as text, two spaces between columns and none at the end of a line.
    pub fn text(&self) -> String {
        let lines = || std::iter::once(&self.header).chain(&self.rows);
        let columns = lines().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| lines().filter_map(|line| line.get(column)).map(|cell| cell.width()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
        let mut text = String::new();
        for line in lines() {
            let padded = |(cell, width): (&String, &usize)| format!("{cell}{}", " ".repeat(width - cell.width()));
            let cells: Vec<String> = line.iter().zip(&widths).map(padded).collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["NAME", "X", "LAST"]);
        table.row(["ä", "two\nlines", ""]);
        table.row(["longer", "1", "end"]);
        assert_eq!(table.text(), "NAME    X          LAST\nä       two lines\nlonger  1          end\n");
        assert_eq!(Table::new(&["A"]).text(), "A\n");
        // These take two columns each.
        let mut table = Table::new(&["NAME", "X"]);
        table.row(["日本", "1"]);
        table.row(["plain", "2"]);
        assert_eq!(table.text(), "NAME   X\n日本   1\nplain  2\n");
    }
}
