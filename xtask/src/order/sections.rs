//! What lld's map says about a program's code.

/// Sections of code, by where they begin.
pub(super) struct Map {
    sections: Vec<Section>,
    entries: Vec<u64>,
}

/// What one function became, or the code of a C file.
struct Section {
    start: u64,
    size: u64,
    /// The object file, in its archive if it is of one.
    file: String,
    name: String,
}

impl Map {
    /// Lines have an address, the address in the file, size and alignment, and then by its indentation an output section, an
    /// input section with its file, or a symbol.
    pub(super) fn parse(text: &str) -> Result<Map, String> {
        let mut map = Map { sections: Vec::new(), entries: Vec::new() };
        for line in text.lines().skip(1) {
            let Some(line) = Line::parse(line) else {
                continue;
            };
            match line.rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(":(")) {
                Some((file, name)) => {
                    let file = file.rsplit('/').next().unwrap_or(file).to_owned();
                    map.sections.push(Section { start: line.address, size: line.size, file, name: name.to_owned() });
                }
                None if line.size > 0 && map.is_in_last(line.address) => map.entries.push(line.address),
                None => {}
            }
        }
        map.sections.retain(|section| section.is_code());
        map.sections.sort_by_key(|section| section.start);
        map.entries.sort_unstable();
        map.entries.dedup();
        if map.entries.is_empty() {
            Err("the linker's map names no function: is it lld's?".to_owned())
        } else {
            Ok(map)
        }
    }

    fn is_in_last(&self, address: u64) -> bool {
        self.sections.last().is_some_and(|section| section.is_code() && section.has(address))
    }

    /// Where functions begin.
    pub(super) fn entries(&self) -> &[u64] {
        &self.entries
    }

    pub(super) fn section_at(&self, address: u64) -> Option<usize> {
        let after = self.sections.partition_point(|section| section.start <= address);
        let number = after.checked_sub(1)?;
        self.sections[number].has(address).then_some(number)
    }

    pub(super) fn size(&self, section: usize) -> u64 {
        self.sections[section].size
    }

    /// What finds the section in other builds too.
    pub(super) fn pattern(&self, section: usize) -> String {
        let Section { file, name, .. } = &self.sections[section];
        format!("{}({})", file_pattern(file), name_pattern(name))
    }
}

impl Section {
    fn is_code(&self) -> bool {
        self.size > 0 && (self.name == ".text" || self.name.starts_with(".text."))
    }

    fn has(&self, address: u64) -> bool {
        (self.start..self.start + self.size).contains(&address)
    }
}

struct Line<'a> {
    address: u64,
    size: u64,
    rest: &'a str,
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Line<'a>> {
        let mut rest = line;
        let mut word = || {
            rest = rest.trim_start();
            let (word, after) = rest.split_once(' ')?;
            rest = after;
            Some(word)
        };
        let address = u64::from_str_radix(word()?, 16).ok()?;
        word()?;
        let size = u64::from_str_radix(word()?, 16).ok()?;
        word()?;
        Some(Line { address, size, rest: rest.trim_start() })
    }
}

/// An object's name without hashes: of Rust's the crate is enough, `x-HASH.CRATE-HASH.CRATE.HASH-cgu.0.rcgu.o`.
fn file_pattern(file: &str) -> String {
    if let Some((before, _)) = file.split_once("-cgu.") {
        let name = before.rsplit('.').nth(1).unwrap_or(before);
        return format!("*.{name}.*");
    }
    match file.strip_suffix(')').and_then(|file| file.split_once('(')) {
        Some((archive, member)) => format!("*{}:{}", without_hash(archive), without_hash(member)),
        None => format!("*{file}"),
    }
}

/// Stars instead of sixteen hexadecimal digits.
fn without_hash(name: &str) -> String {
    let is_hash = |part: &str| part.len() == 16 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut parts = Vec::new();
    for part in name.split_inclusive(['-', '.']) {
        let bare = part.trim_end_matches(['-', '.']);
        parts.push(if is_hash(bare) { part.replace(bare, "*") } else { part.to_owned() });
    }
    parts.concat()
}

/// A function's section without hashes of the function, of crates and of modules.
fn name_pattern(name: &str) -> String {
    let (name, mut end) = match name.split_once(".llvm.") {
        Some((name, _)) => (name, "*"),
        None => (name, ""),
    };
    // Of the old names the last part is the hash, `17h` and its digits.
    let name = match name.rfind("17h") {
        Some(at) if name.contains("._ZN") => {
            end = "*";
            &name[..at + 3]
        }
        _ => name,
    };
    // In new names each crate is `Cs`, its hash, `_`, and its name after its length.
    let mut pattern = String::new();
    let mut parts = name.split("Cs");
    pattern.push_str(parts.next().unwrap_or_default());
    for part in parts {
        pattern.push_str("Cs");
        match part.split_once('_') {
            Some((hash, rest)) if name.contains("._R") && hash.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                pattern.push_str("*_");
                pattern.push_str(rest);
            }
            _ => pattern.push_str(part),
        }
    }
    pattern + end
}

#[cfg(test)]
mod tests {
    use super::Map;

    const MAP: &str = "\
             VMA              LMA     Size Align Out     In      Symbol
          200000           200000       10     1 .rodata
          200000           200000       10     1         /t/libc.a(malloc.o):(.rodata)
          200000           200000        4     1                 table
          447000           447000     1000    16 .text
          447000           447000      100    16         /t/libc.a(malloc.o):(.text)
          447000           447000       40     1                 malloc
          447040           447040       c0     1                 free
          447100           447100       20    16         /t/skeg-0123456789abcdef.skeg_chart-fedcba9876543210.skeg_chart.7d5bce917db9794-cgu.0.rcgu.o.rcgu.o:(.text._ZN10skeg_chart4load17h0123456789abcdefE.llvm.12)
          447100           447100       20     1                 skeg_chart::load::h0123
          447120           447120       20    16         /t/x.std-fedcba9876543210.std.1-cgu.0.rcgu.o.rcgu.o:(.text.unlikely._RNvNtCsjrHSEGnQ3l9_3std3env7vars_os)
          447120           447120       20     1                 std::env::vars_os
          447140           447140       10    16         /t/libm-fedcba9876543210.rlib(0123456789abcdef-static.o):(.text.mi_free)
          447140           447140       10     1                 mi_free
";

    #[test]
    fn reads_a_map() {
        let map = Map::parse(MAP).expect("a map");
        assert_eq!(map.entries(), [0x447_000, 0x447_040, 0x447_100, 0x447_120, 0x447_140]);
        let pattern = |address| map.section_at(address).map(|section| map.pattern(section));
        let patterns = [
            (0x447_041, "*libc.a:malloc.o(.text)"),
            (0x447_100, "*.skeg_chart.*(.text._ZN10skeg_chart4load17h*)"),
            (0x447_120, "*.std.*(.text.unlikely._RNvNtCs*_3std3env7vars_os)"),
            (0x447_14f, "*libm-*.rlib:*-static.o(.text.mi_free)"),
        ];
        for (address, expected) in patterns {
            assert_eq!(pattern(address).as_deref(), Some(expected));
        }
        assert_eq!(pattern(0x447_150), None);
        assert_eq!(pattern(0x200_000), None);
        assert!(Map::parse("Memory Configuration\n").is_err());
    }
}
