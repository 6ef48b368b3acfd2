//! Completion for zsh.

pub(super) const SCRIPT: &str = r#"#compdef skeg
_skeg() {
  local -a lines found
  local line
  lines=("${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "${lines[@]}"; do
    case "$line" in
    :files) compset -P '--*='; _files; return ;;
    :folders) compset -P '--*='; _files -/; return ;;
    *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    ?*) found+=("${line//:/\\:}") ;;
    esac
  done
  (( ${#found} )) && _describe skeg found
}
compdef _skeg skeg
"#;
