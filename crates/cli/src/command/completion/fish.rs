//! Completion for fish.

use super::{COMMANDS, next_words, offered, path};

pub(super) fn script() -> String {
    let mut out = String::from(
        "\
# fish completion of skeg
function __skeg_words
    set -l words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or set -a words $word
    end
    echo (string join ' ' $words)
end
function __skeg_in
    set -l words (__skeg_words)
    test \"$words\" = \"$argv\"; or string match -q -- \"$argv *\" \"$words\"
end
",
    );
    for (before, next) in next_words() {
        for (word, about) in next {
            let here = format!("test (__skeg_words) = '{before}'");
            out.push_str(&format!("complete -c skeg -f -n {} -a {word} -d {}\n", quoted(&here), quoted(about)));
        }
    }
    for command in COMMANDS {
        for flag in offered(command) {
            let short = flag.short.map_or(String::new(), |short| format!(" -s {short}"));
            let value = if flag.bare.is_none() { " -r" } else { "" };
            out.push_str(&format!(
                "complete -c skeg -n '__skeg_in {}' -l {}{short}{value} -d {}\n",
                path(command),
                flag.name,
                quoted(flag.doc)
            ));
        }
    }
    out.push_str("complete -c skeg -f -n '__skeg_in completion' -a 'bash zsh fish powershell'\n");
    out
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
