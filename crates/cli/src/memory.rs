//! The memory use of this process, to stop templates that would exhaust it.

/// Returns the bytes in use, if the system reports them.
pub(crate) const METER: Option<fn() -> usize> = if cfg!(target_os = "linux") { Some(in_use) } else { None };

fn in_use() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes =
        resident.and_then(|rest| rest.trim().split(' ').next()).and_then(|number| number.parse::<usize>().ok());
    kilobytes.unwrap_or(0) << 10
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_measured() {
        let kept = vec![1u8; 64 << 20];
        let used = super::METER.map(|in_use| in_use());
        assert!(used >= Some(kept.len()), "{used:?}");
    }
}
