//! Parsing manifests: every annotation, every field that refers to something, every transformation.

mod detected_deletes;
mod detected_others;
mod detected_pods;
mod external;
mod faults;
mod manifests;
mod order;
mod policies;
mod records;
mod sensitive;
mod sets;
mod tracking;
mod transforms;
mod turns;
mod weights;
mod written_dependencies;
