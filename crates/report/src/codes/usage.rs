//! The command line, and files it names.

use super::{always, codes};

codes! {
    UNKNOWN_COMMAND:
        "There is no such command",
        "The words after `skeg` name no command.",
        [always("Did you mean: <meant>"), always("See: <command> --help")];
    UNKNOWN_FLAG:
        "The command has no such flag",
        "A flag is misspelled, or belongs to another command.",
        [always("Did you mean: --<meant>"), always("See: <command> --help")];
    BAD_VALUE:
        "A flag has a value that it cannot take",
        "The value has the wrong type, such as a text instead of a number, or is not one of the words that the flag accepts.",
        [always("See: <command> --help")];
    BAD_VARIABLE:
        "An environment variable has a value that its flag cannot take",
        "Every flag has a variable (`SKEG_TIMEOUT` for `--timeout`), whose value is read as if it were typed.",
        [];
    MISSING_ARGUMENT:
        "An argument or a value is missing",
        "The command needs a name or a file that was not given.",
        [always("For example: <example>"), always("See: <command> --help")];
    UNEXPECTED_ARGUMENT:
        "There are more arguments than the command takes",
        "Often a value with blanks lacks its quotes, or a name is a flag here.",
        [always("See: <command> --help")];
    HELM_FLAG:
        "A flag of Helm means something else here, or nothing",
        "Skeg does by default what the flag asks for, does it in another way, or cannot do it. The message says which.",
        [];
    FLAG_CONFLICT:
        "Flags cannot be used together, or mean nothing here",
        "What two flags ask for cannot both be done, or the command does nothing that the flag could apply to.",
        [];
    UNSUPPORTED:
        "Skeg does not support this yet",
        "Helm or Nelm has it. It is refused, because ignoring it silently would deploy something else.",
        [];
    FILE_UNREADABLE:
        "A file cannot be read",
        "It is missing, too large, or may not be read by this user.",
        [];
    FILE_UNWRITABLE:
        "A file cannot be written",
        "Files that flags ask for are tried before anything is changed. If one fails after a deploy, the deploy \
         still counts, and the exit status is 4.",
        [];
    INTERNAL:
        "Skeg itself failed",
        "This should not happen, whatever the chart and the cluster look like.",
        [always("This is a bug in Skeg. Please report it with the message and the command.")];
}
