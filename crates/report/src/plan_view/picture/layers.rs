//! Places boxes in columns so that few lines cross.

/// Space between boxes in a column.
const GAP: usize = 14;
/// Height of a line that passes a column.
const LANE: usize = 8;
/// How often columns are sorted by their neighbours.
const SWEEPS: usize = 6;

/// A position: its column, and the height of its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) column: usize,
    pub(super) middle: usize,
}

/// All boxes with their positions.
pub(super) struct Layers {
    spots: Vec<Spot>,
    /// Where each edge passes columns between its ends.
    bends: Vec<Vec<Spot>>,
    columns: usize,
    height: usize,
}

impl Layers {
    /// Lays out boxes with their columns and heights; edges lead to later columns.
    pub(super) fn new(columns: &[usize], heights: &[usize], edges: &[(usize, usize)]) -> Layers {
        let mut column_of = columns.to_vec();
        let mut heights = heights.to_vec();
        let mut links: Vec<(usize, usize)> = Vec::new();
        let mut passing: Vec<Vec<usize>> = Vec::new();
        for &(from, to) in edges {
            let mut last = from;
            let mut lanes = Vec::new();
            for column in column_of[from] + 1..column_of[to].max(column_of[from] + 1) {
                let lane = column_of.len();
                column_of.push(column);
                heights.push(LANE);
                links.push((last, lane));
                lanes.push(lane);
                last = lane;
            }
            links.push((last, to));
            passing.push(lanes);
        }
        let count = column_of.iter().max().map_or(0, |last| last + 1);
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
        (0..column_of.len()).for_each(|thing| rows[column_of[thing]].push(thing));
        sort(&mut rows, &links, column_of.len());
        let (middles, height) = stack(&rows, &heights);
        let spot = |thing: usize| Spot { column: column_of[thing], middle: middles[thing] };
        Layers {
            spots: (0..columns.len()).map(spot).collect(),
            bends: passing.iter().map(|lanes| lanes.iter().map(|lane| spot(*lane)).collect()).collect(),
            columns: count,
            height,
        }
    }

    pub(super) fn spot(&self, thing: usize) -> Spot {
        self.spots[thing]
    }

    pub(super) fn bends(&self, edge: usize) -> &[Spot] {
        &self.bends[edge]
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }
}

/// Sorts each column by the mean position of its neighbours, in both directions.
fn sort(rows: &mut [Vec<usize>], links: &[(usize, usize)], count: usize) {
    let (mut before, mut behind) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &(from, to) in links {
        before[to].push(from);
        behind[from].push(to);
    }
    let mut places = vec![0.0; count];
    let number = |row: &[usize], places: &mut [f64]| {
        let size = row.len() as f64;
        // Relative to the column, so that short and long columns compare.
        row.iter().enumerate().for_each(|(at, thing)| places[*thing] = (at as f64 + 0.5) / size);
    };
    rows.iter().for_each(|row| number(row, &mut places));
    for sweep in 0..SWEEPS {
        let neighbours = if sweep % 2 == 0 { &before } else { &behind };
        let order: Vec<usize> =
            if sweep % 2 == 0 { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for column in order {
            let mean = |thing: &usize| {
                let around = &neighbours[*thing];
                if around.is_empty() {
                    return places[*thing];
                }
                around.iter().map(|other| places[*other]).sum::<f64>() / around.len() as f64
            };
            rows[column].sort_by(|one, other| mean(one).total_cmp(&mean(other)));
            number(&rows[column], &mut places);
        }
    }
}

/// The heights of the middles, each column centred.
fn stack(rows: &[Vec<usize>], heights: &[usize]) -> (Vec<usize>, usize) {
    let size =
        |row: &Vec<usize>| row.iter().map(|thing| heights[*thing]).sum::<usize>() + GAP * row.len().saturating_sub(1);
    let height = rows.iter().map(size).max().unwrap_or_default();
    let mut middles = vec![0; heights.len()];
    for row in rows {
        let mut top = (height - size(row)) / 2;
        for thing in row {
            middles[*thing] = top + heights[*thing] / 2;
            top += heights[*thing] + GAP;
        }
    }
    (middles, height)
}

#[cfg(test)]
mod tests {
    use super::{Layers, Spot};

    #[test]
    fn a_long_edge_goes_around_what_is_between() {
        // 0 → 1 → 2, and 0 → 2 past 1.
        let layers = Layers::new(&[0, 1, 2], &[40, 40, 40], &[(0, 1), (1, 2), (0, 2)]);
        assert_eq!((layers.columns(), layers.height()), (3, 62));
        let [bend] = layers.bends(2) else { panic!("one bend") };
        let between = layers.spot(1);
        assert_eq!(bend.column, 1);
        assert!(bend.middle.abs_diff(between.middle) >= 24, "{bend:?} is not within {between:?}");
        assert_eq!(layers.spot(0), Spot { column: 0, middle: 31 });
    }

    #[test]
    fn edges_do_not_cross_without_need() {
        // 0 → 3, 1 → 2: the second column is reversed.
        let layers = Layers::new(&[0, 0, 1, 1], &[40; 4], &[(0, 3), (1, 2)]);
        assert!(layers.spot(0).middle < layers.spot(1).middle);
        assert!(layers.spot(3).middle < layers.spot(2).middle);
        assert!(Layers::new(&[], &[], &[]).spots.is_empty());
    }
}
