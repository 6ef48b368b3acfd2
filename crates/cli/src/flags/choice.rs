//! Flags that take one of a few words: words and meanings are declared together for parsing, errors, help and
//! completion.

use super::Words;

/// The meaning of one of a few words.
pub(crate) trait Choice: Sized {
    const WORDS: Words;

    /// The meaning of a word.
    fn from_word(word: &str) -> Option<Self>;
}

/// Declares the words of a choice. Of several words for one meaning, help shows the first.
macro_rules! words {
    ($choice:ty { $($shown:literal $(| $other:literal)* => $meaning:expr,)* }) => {
        impl $crate::flags::Choice for $choice {
            const WORDS: $crate::flags::Words = $crate::flags::Words {
                all: &[$($shown, $($other,)*)*],
                shown: &[$($shown,)*],
            };

            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($shown $(| $other)* => Some($meaning),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use words;
