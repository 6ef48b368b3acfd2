//! Finds cycles in a graph.

/// A cycle as edges `(node, index into its waits)`, each leading to the next; `None` if there is none. `waits` lists
/// for each node the nodes that it waits for.
pub(crate) fn find(waits: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        OnPath,
        Done,
    }
    let mut states = vec![State::New; waits.len()];
    for start in 0..waits.len() {
        if states[start] != State::New {
            continue;
        }
        // The nodes on the path, each with the next edge to follow.
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        states[start] = State::OnPath;
        while let Some(&(node, edge)) = path.last() {
            let Some(&next) = waits[node].get(edge) else {
                states[node] = State::Done;
                path.pop();
                if let Some(last) = path.last_mut() {
                    last.1 += 1;
                }
                continue;
            };
            match states[next] {
                State::Done => {
                    if let Some(last) = path.last_mut() {
                        last.1 += 1;
                    }
                }
                State::OnPath => {
                    let begin = path.iter().position(|(node, _)| *node == next).unwrap_or(0);
                    return Some(path.split_off(begin));
                }
                State::New => {
                    states[next] = State::OnPath;
                    path.push((next, 0));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn only_cycles_are_found() {
        assert_eq!(find(&[vec![1, 2], vec![2], vec![]]), None);
        assert_eq!(find(&[vec![0]]), Some(vec![(0, 0)]));
        assert_eq!(find(&[vec![1], vec![2, 3], vec![], vec![1]]), Some(vec![(1, 1), (3, 0)]));
    }
}
