// Empty: with it Go compiles functions that have no body, which ./functions.go links to.
