//! The requests of one run of the command, told apart from all other tests by the user it acts as.

use skeg_test_cluster::{Request, tally};

use super::site::{Ran, Site};

/// The requests of one run, in the order in which they were answered.
pub(super) struct Trace {
    requests: Vec<Request>,
}

impl Site {
    /// `skeg release WORD …` with its requests.
    pub(super) fn traced(&self, word: &str, more: &[&str]) -> (Ran, Trace) {
        let words = ["release", word, "-n", &self.namespace, "-r", "shop"];
        self.traced_words(&[&words[..], more].concat())
    }

    /// The same for any command.
    pub(super) fn traced_words(&self, words: &[&str]) -> (Ran, Trace) {
        let mark = self.cluster.audit_mark().unwrap();
        let disguise = ["--kube-impersonate-user", &self.namespace, "--kube-impersonate-group", "system:masters"];
        let ran = self.skeg(words.iter().chain(&disguise));
        let mut requests = self.cluster.requests_since(mark).unwrap();
        requests.retain(|request| request.acts_as == self.namespace);
        (ran, Trace { requests })
    }

    /// `skeg release install … ./shop`, which must succeed, with its requests.
    #[track_caller]
    pub(super) fn traced_install(&self, more: &[&str]) -> Trace {
        let words: Vec<&str> = ["./shop"].iter().chain(more).copied().collect();
        let (ran, trace) = self.traced("install", &words);
        ran.ended(0);
        trace
    }
}

impl Trace {
    /// How many requests there were, and of which kinds.
    pub(super) fn count(&self) -> (usize, String) {
        (self.requests.len(), format!("{:#?}", tally(&self.requests)))
    }

    /// The writes of resources: `patch configmaps/settings`, `delete jobs/migrate`.
    pub(super) fn writes(&self) -> Vec<String> {
        self.resource_writes().map(title).collect()
    }

    /// Fails the test unless the first was answered before the second was sent.
    #[track_caller]
    pub(super) fn is_before(&self, first: &str, then: &str) {
        let (one, other) = (self.write(first), self.write(then));
        assert!(one.ended <= other.began, "{first} is not before {then}: {:#?}", self.writes());
    }

    /// Fails the test unless all were written, each after the one before was answered.
    #[track_caller]
    pub(super) fn is_in_order(&self, titles: &[&str]) {
        titles.windows(2).for_each(|pair| self.is_before(pair[0], pair[1]));
    }

    /// When a write was sent, to the second.
    #[track_caller]
    pub(super) fn second_of(&self, written: &str) -> String {
        self.write(written).began.chars().take(19).collect()
    }

    /// The last write with this title.
    #[track_caller]
    fn write(&self, wanted: &str) -> &Request {
        let found = self.resource_writes().filter(|request| title(request) == wanted).last();
        found.unwrap_or_else(|| panic!("{wanted} is not among {:#?}", self.writes()))
    }

    fn resource_writes(&self) -> impl Iterator<Item = &Request> {
        let is_ours = |name: &str| {
            name.starts_with("sh.helm.release.") || name.starts_with("skeg.") || name == "werf-synchronization"
        };
        self.requests.iter().filter(move |request| is_write(request) && !is_ours(&request.name))
    }
}

fn is_write(request: &Request) -> bool {
    let is_read = matches!(request.verb.as_str(), "get" | "list" | "watch");
    // The names of new records are not in the URI, but nothing else is created this way.
    let is_creation = request.verb == "create" && request.resource == "secrets";
    // An access review has the form of a creation.
    let is_review = request.resource.starts_with("selfsubject");
    !is_read && !is_creation && !is_review && !request.uri.contains("dryRun=")
}

fn title(request: &Request) -> String {
    format!("{} {}/{}", request.verb, request.resource, request.name)
}
