//! Completion for bash.

pub(super) const SCRIPT: &str = r#"# bash completion of skeg
_skeg() {
    local words=() word current strip line joins='' at
    # Bash splits words at = and :, which flags and the names of contexts have in them.
    for ((at = 1; at <= COMP_CWORD; at++)); do
        word="${COMP_WORDS[at]}"
        if ((${#words[@]} > 0)) && [[ $word =~ ^[=:]+$ || ($joins && $word != -*) ]]; then
            words[${#words[@]}-1]+="$word"
        else
            words+=("$word")
        fi
        if [[ $word =~ ^[=:]+$ ]]; then joins=1; else joins=''; fi
    done
    current="${words[${#words[@]}-1]}"
    word="${COMP_WORDS[COMP_CWORD]}"
    if [[ $word =~ ^[=:]+$ ]]; then word=''; fi
    strip="${current%"$word"}"
    COMPREPLY=()
    while IFS= read -r line; do
        case "$line" in
        :files) compopt -o default 2>/dev/null ;;
        :folders) compopt -o dirnames 2>/dev/null ;;
        *)
            line="${line%%$'\t'*}"
            COMPREPLY+=("${line#"$strip"}")
            ;;
        esac
    done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${words[@]}" 2>/dev/null)
}
complete -F _skeg skeg
"#;
