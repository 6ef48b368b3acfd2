//! Colours for the lines of a deploy. They repeat what the signs say.

use skeg_report::{Piece, Style};

/// A line with its sign in colour.
pub(crate) fn painted(line: &str) -> Vec<Piece> {
    let styles = [
        ("✓", Style::Create),
        ("✗", Style::Alarm),
        ("!", Style::Update),
        ("warning:", Style::Update),
        ("waiting:", Style::Update),
        ("stopping:", Style::Update),
        ("Release ", Style::Strong),
        ("Installing ", Style::Strong),
        ("Rolling back ", Style::Strong),
        ("Uninstalling ", Style::Strong),
    ];
    for (sign, style) in styles {
        if let Some(rest) = line.strip_prefix(sign) {
            return vec![Piece::new(style, sign), Piece::new(Style::Plain, rest)];
        }
    }
    // Output of pods is not coloured.
    match line.split_once('│').filter(|_| line.starts_with(' ')) {
        Some((pod, log)) => vec![Piece::new(Style::Faint, format!("{pod}│")), Piece::new(Style::Plain, log)],
        None => with_circles(line),
    }
}

/// `●●○` with the ready part in green.
fn with_circles(line: &str) -> Vec<Piece> {
    let Some(start) = line.find('●') else { return vec![Piece::new(Style::Plain, line)] };
    let end = line.rfind('●').map_or(start, |at| at + '●'.len_utf8());
    vec![
        Piece::new(Style::Plain, &line[..start]),
        Piece::new(Style::Added, &line[start..end]),
        Piece::new(Style::Plain, &line[end..]),
    ]
}

#[cfg(test)]
mod tests {
    use super::painted;

    #[test]
    fn nothing_but_colour_is_added() {
        for (line, pieces) in [
            ("✓ Job/migrate  12s  succeeded", 2),
            ("✗ Deployment/web", 2),
            ("  Deployment/web  ●●○ 2/3 ready  8s", 3),
            ("  web-1  api  │ listening ● here", 2),
            ("  3 of 4 done", 1),
            ("", 1),
        ] {
            let painted = painted(line);
            assert_eq!(painted.len(), pieces, "{line}");
            assert_eq!(painted.iter().map(|piece| piece.text.as_str()).collect::<String>(), line);
        }
    }
}
