//! Completion for fish.

pub(super) const SCRIPT: &str = r#"# fish completion of skeg
function __skeg_paths
    # In --flag=PATH the flag stays before each path.
    set -l flag (string match -r -- '^--[^=]*=' $argv[2])
    set -l path (string replace -r -- '^--[^=]*=' '' $argv[2])
    for found in ($argv[1] "$path" '')
        echo "$flag$found"
    end
end
function __skeg_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program __complete $words "$current" 2>/dev/null)
        switch $line
            case ':files'
                __skeg_paths __fish_complete_path "$current"
            case ':folders'
                __skeg_paths __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c skeg -f -a '(__skeg_complete)'
"#;
