//! The code that the macro generates for one row of the feature table (see [`super`]): its part of the binary, whether
//! it waits for stored records, its reset and refresh after a change of account or network, and its commands in the
//! contract.

/// Generates from the rows: [`super::rows`], one function for each part that loads later ([`super::parts`]),
/// [`super::Later`], the reset ([`super::forget`]), and the contract's commands.
///
/// Calls functions directly and never through a static. A pointer in a static would pull its target into the first part.
macro_rules! features {
    (
        $(#[$first_doc:meta])* first {
            $($first_name:literal => $first_run:path
                $(, commands $first_commands:ty)?;)*
        }
        $($(#[$part_doc:meta])* $part:ident {
            $($name:literal => $run:path
                $(, commands $commands:ty)?
                $(, waits $waits:literal)?
                $(, resets $forget:path)?
                $(, refreshes $refreshes:expr)?;)*
        })*
    ) => {
        /// The parts of the binary. Each runs the commands of its features.
        pub mod parts {
            use super::*;

            $(#[$first_doc])*
            pub fn first(cx: Cx, feature: &'static str, action: String, command: Value) -> Flow {
                match feature {
                    $($first_name => $first_run(cx, action, command),)*
                    _ => missing(feature, &action),
                }
            }

            $($(#[$part_doc])*
            pub fn $part(cx: Cx, feature: &'static str, action: String, command: Value) -> Flow {
                match feature {
                    $($name => $run(cx, action, command),)*
                    _ => missing(feature, &action),
                }
            })*
        }

        /// The functions that the browser loads later, one per part.
        #[derive(Clone, Copy)]
        pub struct Later {
            /// Called when the modal has been open for a moment, because the user is likely to need the account part
            /// next.
            pub prefetch: fn(),
            $($(#[$part_doc])* pub $part: Run,)*
        }

        impl Later {
            /// The functions themselves, in a binary without parts.
            #[must_use]
            pub fn native() -> Self {
                Self { prefetch: || {}, $($part: parts::$part,)* }
            }
        }

        /// The parts in the order of the table.
        #[allow(non_camel_case_types, reason = "names of the table")]
        #[derive(Clone, Copy)]
        enum Part { first, $($part,)* }

        const ROWS: &[Row] = &[
            $(Row { name: $first_name, part: Part::first as usize, waits: false, refreshes: None },)*
            $($(Row {
                name: $name,
                part: Part::$part as usize,
                waits: false $(|| $waits)?,
                refreshes: refreshes!($($refreshes)?),
            },)*)*
        ];

        /// The table in the form that flows use.
        #[must_use]
        pub fn rows(later: Later) -> Rows {
            let parts = alloc::vec![parts::first as Run, $(later.$part,)*];
            Rows::new(ROWS, parts, later.prefetch, host::telemetry::observe)
        }

        /// Resets every feature after a change of account or network.
        pub(crate) fn forget(state: &mut State, moved: &Move) {
            $($($($forget(state, moved);)?)*)*
        }

        /// Visits every command type, for the contract.
        #[cfg(test)]
        pub(crate) fn commands(visit: &mut impl crate::snapshot::Visit) {
            $($(visit.command::<$first_commands>($first_name);)?)*
            $($($(visit.command::<$commands>($name);)?)*)*
        }
    };
}
pub(super) use features;

macro_rules! refreshes {
    () => {
        None
    };
    ($refreshes:expr) => {
        Some($refreshes)
    };
}
pub(super) use refreshes;
