//! `werf.io/weight`, `helm.sh/hook-weight`: lower weights first.

use skeg_helm_hooks::WEIGHT as HOOK_WEIGHT;

use super::go_values::parse_int;
use super::reader::Reader;
use crate::identity::ResourceId;
use crate::kinds;

/// The weight; `None` if dependencies by annotation order the resource instead.
pub(super) fn read(reader: &mut Reader<'_>, id: &ResourceId, is_hook: bool, has_manual: bool) -> Option<i64> {
    let own = reader.int("werf.io/weight");
    let of_hook = if is_hook { hook_weight(reader) } else { None };
    if kinds::is_crd(id) || kinds::is_namespace(id) {
        return Some(0);
    }
    (!has_manual).then(|| own.or(of_hook).unwrap_or(0))
}

fn hook_weight(reader: &mut Reader<'_>) -> Option<i64> {
    let value = reader.get(HOOK_WEIGHT)?;
    let found = parse_int(value);
    if found.is_none() {
        reader.warn(HOOK_WEIGHT, value, "an integer", None);
    }
    found
}
