//! Line diffs.

/// A line of a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    Same(&'t str),
    Removed(&'t str),
    Added(&'t str),
    /// This many unchanged lines are left out.
    Gap(usize),
}

impl Line<'_> {
    /// As in a unified diff.
    pub(super) fn text(&self) -> String {
        match self {
            Line::Same(line) => format!("  {line}"),
            Line::Removed(line) => format!("- {line}"),
            Line::Added(line) => format!("+ {line}"),
            Line::Gap(_) => "  ...".to_string(),
        }
    }
}

/// From this many different lines on a text is shown as replaced: the minimal diff takes quadratic time.
const MANY: i32 = 1500;

/// All lines of both texts, as a shortest edit script.
pub(super) fn compare<'t>(before: &'t str, after: &'t str) -> Vec<Line<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let mut lines: Vec<Line<'t>> = old[..start].iter().map(|line| Line::Same(line)).collect();
    lines.extend(shortest(&old[start..old.len() - end], &new[start..new.len() - end]));
    lines.extend(old[old.len() - end..].iter().map(|line| Line::Same(line)));
    lines
}

/// Leaves out unchanged lines further than `context` from a difference.
pub(super) fn with_context<'t>(lines: &[Line<'t>], context: usize) -> Vec<Line<'t>> {
    let is_change = |line: &Line<'_>| !matches!(line, Line::Same(_));
    let mut near = vec![false; lines.len()];
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| is_change(line)) {
        let end = at.saturating_add(context).saturating_add(1).min(lines.len());
        near[at.saturating_sub(context)..end].fill(true);
    }
    let mut shown = Vec::new();
    let mut left_out = 0;
    for (line, is_near) in lines.iter().zip(near) {
        if !is_near {
            left_out += 1;
            continue;
        }
        if left_out > 0 {
            shown.push(Line::Gap(left_out));
            left_out = 0;
        }
        shown.push(*line);
    }
    shown
}

/// Myers' algorithm: for each number of edits the furthest point on every diagonal, then backtracking.
fn shortest<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let Some(rounds) = search(old, new) else {
        let removed = old.iter().map(|line| Line::Removed(line));
        return removed.chain(new.iter().map(|line| Line::Added(line))).collect();
    };
    let (mut x, mut y) = (old.len() as i32, new.len() as i32);
    let mut lines = Vec::new();
    for (round, furthest) in rounds.iter().enumerate().rev() {
        let steps = round as i32;
        let reached = |diagonal: i32| furthest[(diagonal + steps + 1) as usize];
        let diagonal = x - y;
        let is_down = goes_down(diagonal, steps, reached);
        let from = if is_down { diagonal + 1 } else { diagonal - 1 };
        let (from_x, from_y) = (reached(from), reached(from) - from);
        while x > from_x && y > from_y {
            (x, y) = (x - 1, y - 1);
            lines.push(Line::Same(old[x as usize]));
        }
        if steps > 0 {
            lines.push(match is_down {
                true => Line::Added(new[from_y as usize]),
                false => Line::Removed(old[from_x as usize]),
            });
            (x, y) = (from_x, from_y);
        }
    }
    lines.reverse();
    lines
}

fn goes_down(diagonal: i32, steps: i32, reached: impl Fn(i32) -> i32) -> bool {
    diagonal == -steps || (diagonal != steps && reached(diagonal - 1) < reached(diagonal + 1))
}

/// The state before each round, from the lowest diagonal on; `None` if there are too many edits.
fn search(old: &[&str], new: &[&str]) -> Option<Vec<Vec<i32>>> {
    let (width, height) = (i32::try_from(old.len()).ok()?, i32::try_from(new.len()).ok()?);
    let most = MANY.min(width.saturating_add(height));
    let mut furthest = vec![0; 2 * most as usize + 3];
    let place = |diagonal: i32| (diagonal + most + 1) as usize;
    let mut rounds = Vec::new();
    for steps in 0..=most {
        rounds.push(furthest[place(-steps - 1)..=place(steps + 1)].to_vec());
        for diagonal in (-steps..=steps).step_by(2) {
            let is_down = goes_down(diagonal, steps, |diagonal| furthest[place(diagonal)]);
            let mut x = if is_down { furthest[place(diagonal + 1)] } else { furthest[place(diagonal - 1)] + 1 };
            while x < width && x - diagonal < height && old[x as usize] == new[(x - diagonal) as usize] {
                x += 1;
            }
            furthest[place(diagonal)] = x;
            if x >= width && x - diagonal >= height {
                return Some(rounds);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Line, compare, with_context};

    fn shown(lines: &[Line<'_>]) -> String {
        lines.iter().map(Line::text).map(|line| line.trim_end().replace(' ', "")).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn shortest_differences() {
        for (before, after, expected) in [
            ("", "", ""),
            ("a b", "a b", "a,b"),
            ("", "a b", "+a,+b"),
            ("a b", "", "-a,-b"),
            ("a b c", "a x c", "a,-b,+x,c"),
            ("a b c a b b a", "c b a b a c", "-a,-b,c,+b,a,b,-b,a,+c"),
            ("a a a", "a", "a,-a,-a"),
            ("x a y b z", "a b", "-x,a,-y,b,-z"),
        ] {
            let [old, new] = [before, after].map(|text| text.replace(' ', "\n"));
            assert_eq!(shown(&compare(&old, &new)), expected, "{before} → {after}");
        }
    }

    #[test]
    fn any_difference_leads_from_one_text_to_the_other() {
        // All texts of up to five lines over two letters.
        let texts: Vec<String> = (0..6_u32)
            .flat_map(|length| (0..1_u32 << length).map(move |bits| (length, bits)))
            .map(|(length, bits)| (0..length).map(|at| if bits >> at & 1 == 1 { "a\n" } else { "b\n" }).collect())
            .collect();
        for before in &texts {
            for after in &texts {
                let (mut old, mut new) = (String::new(), String::new());
                for line in compare(before, after) {
                    let (removed, added) = match line {
                        Line::Same(line) => (Some(line), Some(line)),
                        Line::Removed(line) => (Some(line), None),
                        Line::Added(line) => (None, Some(line)),
                        Line::Gap(_) => (None, None),
                    };
                    removed.iter().for_each(|line| old += &format!("{line}\n"));
                    added.iter().for_each(|line| new += &format!("{line}\n"));
                }
                assert_eq!((&old, &new), (before, after));
            }
        }
    }

    #[test]
    fn far_lines_are_left_out() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9";
        let after = "1\n2\nx\n4\n5\n6\n7\n8\ny";
        let lines = compare(before, after);
        assert_eq!(shown(&with_context(&lines, 1)), "...,2,-3,+x,4,...,8,-9,+y");
        assert_eq!(shown(&with_context(&lines, 0)), "...,-3,+x,...,-9,+y");
        assert_eq!(with_context(&lines, usize::MAX), lines);
        assert_eq!(with_context(&compare("a", "a"), 3), []);
    }

    #[test]
    fn texts_without_much_in_common_are_replaced() {
        let text = |from: u32| (from..from + 2000).map(|number| format!("{number}\n")).collect::<String>();
        let (before, after) = (text(0), text(10_000));
        assert_eq!(compare(&before, &after).len(), 4000);
    }
}
