//! Selects the requests that a fault hits.

use super::Fault;
use http::Method;

/// A fault and the requests that it hits: all of them unless restricted.
#[derive(Clone, Debug)]
pub struct Rule {
    pub(super) fault: Fault,
    requests: Requests,
    method: Option<String>,
    paths: Vec<String>,
    end: Option<String>,
    turn: Turn,
}

/// A category of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requests {
    /// Every request.
    All,
    /// Short requests that change nothing.
    Reads,
    /// Requests that may change something; not dry runs.
    Writes,
    /// Only watches.
    Watches,
}

/// Which of the matching requests are hit.
#[derive(Clone, Copy, Debug)]
enum Turn {
    All,
    Nth(usize),
    First(usize),
    Every(usize),
    Chance { probability: f64, seed: u64 },
}

impl Rule {
    /// A fault for every request.
    pub fn new(fault: Fault) -> Self {
        Self { fault, requests: Requests::All, method: None, paths: Vec::new(), end: None, turn: Turn::All }
    }

    /// Restricts it to one category of requests.
    pub fn only(self, requests: Requests) -> Self {
        Self { requests, ..self }
    }

    /// Restricts it to a method such as `PATCH`.
    pub fn method(self, method: &str) -> Self {
        Self { method: Some(method.to_owned()), ..self }
    }

    /// Restricts it to requests with this text in their path or query. Several texts must all be there.
    pub fn path(mut self, part: &str) -> Self {
        self.paths.push(part.to_owned());
        self
    }

    /// Restricts it to requests whose path and query end like this.
    pub fn path_end(self, end: &str) -> Self {
        Self { end: Some(end.to_owned()), ..self }
    }

    /// Hits only the n-th matching request, counted from 1.
    pub fn nth(self, n: usize) -> Self {
        Self { turn: Turn::Nth(n), ..self }
    }

    /// Hits only the first n matching requests.
    pub fn first(self, n: usize) -> Self {
        Self { turn: Turn::First(n), ..self }
    }

    /// Hits every n-th matching request.
    pub fn every(self, n: usize) -> Self {
        Self { turn: Turn::Every(n), ..self }
    }

    /// Hits at random, in the same way for the same seed.
    pub fn chance(self, probability: f64, seed: u64) -> Self {
        Self { turn: Turn::Chance { probability, seed }, ..self }
    }

    pub(super) fn matches(&self, method: &Method, target: &str) -> bool {
        self.requests.include(method, target)
            && self.method.as_ref().is_none_or(|wanted| wanted == method.as_str())
            && self.paths.iter().all(|part| target.contains(part))
            && self.end.as_ref().is_none_or(|end| target.ends_with(end))
    }

    /// Whether the `count`-th matching request is hit.
    pub(super) fn is_due(&self, count: usize) -> bool {
        match self.turn {
            Turn::All => true,
            Turn::Nth(n) => count == n,
            Turn::First(n) => count <= n,
            Turn::Every(n) => n > 0 && count.is_multiple_of(n),
            Turn::Chance { probability, seed } => fraction(seed, count as u64) < probability,
        }
    }
}

impl Requests {
    fn include(self, method: &Method, target: &str) -> bool {
        let is_read = method == Method::GET || method == Method::HEAD;
        match self {
            Self::All => true,
            Self::Reads => is_read && !has(target, "watch") && !has(target, "follow"),
            // An access review has the form of a creation, but changes nothing.
            Self::Writes => !is_read && !has(target, "dryRun") && !target.contains("/selfsubject"),
            Self::Watches => is_read && has(target, "watch"),
        }
    }
}

/// Whether a query enables something.
fn has(target: &str, key: &str) -> bool {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.any(|(name, value)| name == key && !matches!(value, "" | "0" | "false"))
}

/// A number in 0..1 that looks random (SplitMix64).
fn fraction(seed: u64, count: u64) -> f64 {
    let mut bits = seed.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::{Fault, Requests, Rule};
    use http::Method;

    fn hits(rule: Rule, count: usize) -> Vec<usize> {
        (1..=count).filter(|count| rule.is_due(*count)).collect()
    }

    #[test]
    fn turns() {
        let rule = || Rule::new(Fault::CutBefore);
        assert_eq!(hits(rule(), 3), [1, 2, 3]);
        assert_eq!(hits(rule().nth(2), 5), [2]);
        assert_eq!(hits(rule().first(2), 5), [1, 2]);
        assert_eq!(hits(rule().every(2), 5), [2, 4]);
        let by_chance = hits(rule().chance(0.3, 7), 1000);
        assert!((200..400).contains(&by_chance.len()), "{}", by_chance.len());
        assert_eq!(by_chance, hits(rule().chance(0.3, 7), 1000));
        assert_ne!(by_chance, hits(rule().chance(0.3, 8), 1000));
    }

    #[test]
    fn sorts_of_requests() {
        let list = "/api/v1/namespaces/a/pods?limit=500";
        let watch = "/api/v1/namespaces/a/pods?allowWatchBookmarks=true&watch=1";
        let follow = "/api/v1/namespaces/a/pods/b/log?follow=true";
        let dry_run = "/api/v1/namespaces/a/pods/b?dryRun=All&force=true";
        let table = [
            (Method::GET, list, Requests::Reads),
            (Method::GET, watch, Requests::Watches),
            (Method::GET, follow, Requests::All),
            (Method::PATCH, "/api/v1/namespaces/a/pods/b?force=true", Requests::Writes),
            (Method::PATCH, dry_run, Requests::All),
            (Method::POST, "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", Requests::All),
        ];
        for (method, target, sort) in table {
            for other in [Requests::Reads, Requests::Writes, Requests::Watches] {
                let rule = Rule::new(Fault::CutBefore).only(other);
                assert_eq!(rule.matches(&method, target), other == sort, "{method} {target} {other:?}");
            }
        }
        let rule = Rule::new(Fault::CutBefore).method("GET").path("/pods").path("watch=1");
        assert!(rule.matches(&Method::GET, watch));
        assert!(!rule.matches(&Method::GET, list) && !rule.matches(&Method::PUT, watch));
    }
}
