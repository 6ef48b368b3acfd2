//! Prints nodes back as Go's parse tree does (`Node.String()`), for error texts.
