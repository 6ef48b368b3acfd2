//! Completion for bash: files where nothing of ours fits.

use super::{COMMANDS, beginnings, next_words, offered, path};

pub(super) fn script() -> String {
    let mut words = String::new();
    for (before, next) in next_words() {
        let next: Vec<&str> = next.iter().map(|(word, _)| *word).collect();
        words.push_str(&format!("        '{before}') words='{}' ;;\n", next.join(" ")));
    }
    let mut flags = String::new();
    for command in COMMANDS {
        let names: Vec<String> = offered(command).map(|flag| format!("--{}", flag.name)).collect();
        flags.push_str(&format!("        '{}') words='{}' ;;\n", path(command), names.join(" ")));
    }
    let groups = beginnings("|");
    format!(
        "\
# bash completion of skeg
_skeg() {{
    local current=\"${{COMP_WORDS[COMP_CWORD]}}\" path='' words='' word
    for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do
        [[ $word == -* ]] && break
        case \"$path\" in
        {groups}) path=\"${{path:+$path }}$word\" ;;
        *) break ;;
        esac
    done
    if [[ $current == -* ]]; then
        case \"$path\" in
{flags}        esac
    else
        case \"$path\" in
{words}        esac
    fi
    if [[ $path == completion && $current != -* ]]; then words='bash zsh fish powershell'; fi
    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))
    if [[ ${{#COMPREPLY[@]}} -eq 0 ]]; then compopt -o default; fi
}}
complete -F _skeg skeg
"
    )
}
