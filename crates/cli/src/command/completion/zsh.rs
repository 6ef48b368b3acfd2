//! Completion for zsh: words and flags with what they are for, else files.

use super::{COMMANDS, next_words, offered, path};

pub(super) fn script() -> String {
    let mut words = String::new();
    for (before, next) in next_words() {
        let next: Vec<String> = next.iter().map(|(word, about)| described(word, about)).collect();
        words.push_str(&format!("    '{before}') words=({}) ;;\n", next.join(" ")));
    }
    let mut flags = String::new();
    for command in COMMANDS {
        let names: Vec<String> =
            offered(command).map(|flag| described(&format!("--{}", flag.name), flag.doc)).collect();
        flags.push_str(&format!("    '{}') words=({}) ;;\n", path(command), names.join(" ")));
    }
    format!(
        "\
#compdef skeg
_skeg() {{
  local current=\"${{words[CURRENT]}}\" typed=(\"${{(@)words[2,CURRENT-1]}}\") path='' word
  for word in \"${{typed[@]}}\"; do
    [[ $word == -* ]] && break
    case \"$path\" in
    ''|chart) path=\"${{path:+$path }}$word\" ;;
    *) break ;;
    esac
  done
  local -a words
  if [[ $current == -* ]]; then
    case \"$path\" in
{flags}    esac
  else
    case \"$path\" in
{words}    'completion') words=(bash zsh fish powershell) ;;
    esac
  fi
  if (( ${{#words}} )); then _describe skeg words; else _files; fi
}}
compdef _skeg skeg
"
    )
}

fn described(word: &str, about: &str) -> String {
    format!("'{word}:{}'", about.replace('\'', "'\\''").replace(':', "\\:"))
}
