//! Settings of a command as a struct. A field of [`flag_settings!`] is a flag: name, type and declaration are in one
//! place, so none can be misspelled or forgotten, and the compiler warns about fields that nothing reads. A field of
//! [`command_settings!`] is another such struct; the command's table of flags is built from its fields.

use super::{Flags, Group, Parsed};

/// Flags, and the struct they land in.
pub(crate) trait Settings: Sized {
    /// All flags, including those without a field here.
    const FLAGS: Flags;

    /// Reads the fields from the parsed flags.
    fn read(parsed: &Parsed) -> Self;

    /// The same, if the command has these flags at all.
    fn find(parsed: &Parsed) -> Option<Self> {
        let has = |group: &&Group| parsed.flags().iter().any(|other| std::ptr::eq(group.flags, other.flags));
        Self::FLAGS.iter().all(has).then(|| Self::read(parsed))
    }
}

/// Declares flags with their fields, under one heading of the help.
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

/// Combines settings. After `also` come tables without a field here: flags that are only accepted, or that the
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
            const FLAGS: $crate::flags::Flags = $crate::flags::joined![
                $(<$type as $crate::flags::Settings>::FLAGS,)*
                $($($more,)*)?
            ];

            fn read(parsed: &$crate::flags::Parsed) -> Self {
                $name { $($field: <$type as $crate::flags::Settings>::read(parsed),)* }
            }
        }
    };
}
pub(crate) use command_settings;

/// One table from several.
macro_rules! joined {
    ($($part:expr),* $(,)?) => {{
        const PARTS: &[$crate::flags::Flags] = &[$($part),*];
        const COUNT: usize = $crate::flags::count(PARTS);
        const JOINED: [&$crate::flags::Group; COUNT] = $crate::flags::join(PARTS);
        &JOINED
    }};
}
pub(crate) use joined;

/// The number of groups in tables.
pub(crate) const fn count(parts: &[Flags]) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < parts.len() {
        count += parts[at].len();
        at += 1;
    }
    count
}

/// Joins tables. `COUNT` is the number of groups in all of them.
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
