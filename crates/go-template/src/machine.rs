//! The evaluator.

use std::any::Any;

/// Executes templates of a set; functions get it to call back into templates.
pub struct Machine<'e> {
    host: &'e dyn Any,
}

impl<'e> Machine<'e> {
    /// What the caller of the execution gave functions to work with, by its type.
    pub fn host<T: 'static>(&self) -> Option<&'e T> {
        self.host.downcast_ref::<T>()
    }
}
