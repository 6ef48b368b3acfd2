//! Random numbers for pauses and lock ids.

/// In 0..1.
pub(crate) fn fraction() -> f64 {
    fastrand::f64()
}

/// A UUID of version 4, from the system's generator: machines that start at the same moment must not get the same one.
pub(crate) fn uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn uuids_are_of_version_4_and_differ() {
        let (one, other) = (super::uuid(), super::uuid());
        assert_ne!(one, other);
        assert_eq!(uuid::Uuid::parse_str(&one).unwrap().get_version_num(), 4);
    }
}
