//! What a command is told, as a struct. A field of [`flag_settings!`] is a flag: its name, its type and its declaration stand
//! together, so none can be misspelt or forgotten, and the compiler warns of a field that nothing reads. A field of
//! [`command_settings!`] is another such struct; the command's table of flags is put together from its fields.

use super::{Flags, Group, Parsed};

/// Flags, and the struct they land in.
pub(crate) trait Settings: Sized {
    /// All flags, with those that have no field here.
    const FLAGS: Flags;

    /// Takes the fields from what was typed.
    fn read(parsed: &Parsed) -> Self;

    /// The same where the command has these flags at all.
    fn find(parsed: &Parsed) -> Option<Self> {
        let has = |group: &&Group| parsed.flags().iter().any(|other| std::ptr::eq(group.flags, other.flags));
        Self::FLAGS.iter().all(has).then(|| Self::read(parsed))
    }
}

/// Declares flags under one heading of the help, each with its field.
macro_rules! flag_settings {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident: $title:literal {
            $($(#[$note:meta])* $field:ident: $type:ty = $flag:expr,)*
        }
    ) => {
        $(#[$about])*
        $vis struct $name {
            $($(#[$note])* $vis $field: $type,)*
        }

        impl $crate::flags::Settings for $name {
            const FLAGS: $crate::flags::Flags = {
                static GROUP: $crate::flags::Group = $crate::flags::Group {
                    title: $title,
                    flags: &[$({ const FLAG: $crate::flags::Flag<$type> = $flag; FLAG.erased() },)*],
                };
                &[&GROUP]
            };

            fn read(parsed: &$crate::flags::Parsed) -> Self {
                $name {
                    $($field: { const FLAG: $crate::flags::Flag<$type> = $flag; FLAG.read(parsed) },)*
                }
            }
        }
    };
}
pub(crate) use flag_settings;

/// Puts settings together. Behind `also` stand tables without a field here: flags that are only accepted, or that the
/// dispatcher reads for every command.
macro_rules! command_settings {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $($field:ident: $type:ty,)*
        }
        $(also [$($more:expr),* $(,)?])?
    ) => {
        $(#[$about])*
        $vis struct $name {
            $($vis $field: $type,)*
        }

        impl $crate::flags::Settings for $name {
            const FLAGS: $crate::flags::Flags = {
                const PARTS: &[$crate::flags::Flags] = &[
                    $(<$type as $crate::flags::Settings>::FLAGS,)*
                    $($($more,)*)?
                ];
                const COUNT: usize = {
                    let (mut count, mut at) = (0, 0);
                    while at < PARTS.len() {
                        count += PARTS[at].len();
                        at += 1;
                    }
                    count
                };
                const JOINED: [&$crate::flags::Group; COUNT] = $crate::flags::join(PARTS);
                &JOINED
            };

            fn read(parsed: &$crate::flags::Parsed) -> Self {
                $name { $($field: <$type as $crate::flags::Settings>::read(parsed),)* }
            }
        }
    };
}
pub(crate) use command_settings;

/// One table from several. There must be `COUNT` groups in all of them.
pub(crate) const fn join<const COUNT: usize>(parts: &[Flags]) -> [&'static Group; COUNT] {
    let mut joined = [parts[0][0]; COUNT];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut group = 0;
        while group < parts[part].len() {
            joined[at] = parts[part][group];
            at += 1;
            group += 1;
        }
        part += 1;
    }
    joined
}
