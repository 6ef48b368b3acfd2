//! Completion for zsh: words and flags with what they are for, else files.

use super::{COMMANDS, beginnings, next_words, offered, path};

pub(super) fn script() -> String {
    let mut choices = String::new();
    for (before, next) in next_words() {
        let next: Vec<String> = next.iter().map(|(word, about)| described(word, about)).collect();
        choices.push_str(&format!("    '{before}') choices=({}) ;;\n", next.join(" ")));
    }
    let mut flags = String::new();
    for command in COMMANDS {
        let names: Vec<String> =
            offered(command).map(|flag| described(&format!("--{}", flag.name), flag.doc)).collect();
        flags.push_str(&format!("    '{}') choices=({}) ;;\n", path(command), names.join(" ")));
    }
    let groups = beginnings("|");
    format!(
        "\
#compdef skeg
_skeg() {{
  local current=\"${{words[CURRENT]}}\" place='' word
  for word in \"${{(@)words[2,CURRENT-1]}}\"; do
    [[ $word == -* ]] && break
    case \"$place\" in
    {groups}) place=\"${{place:+$place }}$word\" ;;
    *) break ;;
    esac
  done
  local -a choices
  if [[ $current == -* ]]; then
    case \"$place\" in
{flags}    esac
  else
    case \"$place\" in
{choices}    'completion') choices=(bash zsh fish powershell) ;;
    esac
  fi
  if (( ${{#choices}} )); then _describe skeg choices; else _files; fi
}}
compdef _skeg skeg
"
    )
}

fn described(word: &str, about: &str) -> String {
    format!("'{word}:{}'", about.replace('\'', "'\\''").replace(':', "\\:"))
}
