//! Keys, encrypted files and the editor.

use super::{always, codes, when};

codes! {
    SECRET_KEY_MISSING:
        "There is no secret key",
        "Something is encrypted, or is to be, and none of the places where keys are looked for has one.",
        [always("Tried: <places>"), when("none", "Create one: skeg chart secret key create")];
    SECRET_KEY_INVALID:
        "The secret key cannot be used",
        "A key is 32, 48 or 64 hexadecimal digits. To rotate a key, the old and the new one must differ.",
        [];
    SECRET_DECRYPT:
        "A secret cannot be decrypted",
        "The key is the wrong one, or the text is not encrypted or incomplete. Encryption does not reveal which.",
        [always("In the authenticated format a value that was moved to another key is rejected too.")];
    SECRET_OTHER_KEY:
        "A secret was encrypted with another key",
        "The authenticated format names the key that a secret was encrypted with.",
        [always("Provide the key it was encrypted with: --secret-key, SKEG_SECRET_KEY.")];
    SECRET_ELSEWHERE:
        "A secret was encrypted for another file",
        "In the authenticated format a secret is bound to its file, so that nobody can swap files.",
        [
            when("unknown", "Name the file: --for-file FILE"),
            when("stdin", "Through a pipe it is not known which file this is: give the file itself, --secret-values <file>."),
            when("moved", "Put the right file there. Or, if you renamed or copied it, encrypt it for where it is now:"),
            when("moved", "skeg chart secret upgrade CHART [--secret-values FILE] --allow-foreign-secrets"),
        ];
    SECRET_UNBOUND:
        "A secret is not bound to a file",
        "It is in the first authenticated format, which does not name the file.",
        [
            always("Bind all secrets of the chart: skeg chart secret upgrade CHART [--secret-values FILE]"),
            always("Or accept it as it is: --allow-foreign-secrets"),
        ];
    SECRET_MIXED:
        "A secret may have been put into this file",
        "Others in the same file are bound to it and this one is not, or an alias copies it to another place.",
        [
            always("Restore the file from version control. Or, if you trust it, bind its secrets:"),
            always("skeg chart secret upgrade CHART [--secret-values FILE] --allow-foreign-secrets"),
        ];
    SECRET_NO_PLACE:
        "It is unknown which file a secret is for",
        "In the authenticated format a secret is bound to its file.",
        [always("Name the file it is for: --save-output-to FILE, or --for-file FILE")];
    SECRET_FILE:
        "A file of secrets cannot be used",
        "It is not valid YAML, holds what cannot be encrypted, or is encrypted already.",
        [
            when("encrypted", "Change it with: skeg chart secret values-file edit"),
            when("tagged", "A string is written in quotes, a number or boolean as it is."),
        ];
    EDITOR:
        "The editor failed",
        "It could not be started, or ended with an error; the edits are discarded.",
        [when("missing", "Choose one: EDITOR=nano"), when("failed", "Nothing was changed.")];
}
