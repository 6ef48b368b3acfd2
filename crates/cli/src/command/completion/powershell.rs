//! Completion for PowerShell.

use super::{COMMANDS, beginnings, next_words, offered, path};

pub(super) fn script() -> String {
    let mut words = String::new();
    for (before, next) in next_words() {
        let next: Vec<String> = next.iter().map(|(word, _)| format!("'{word}'")).collect();
        words.push_str(&format!("        '{before}' = @({})\n", next.join(", ")));
    }
    words.push_str("        'completion' = @('bash', 'zsh', 'fish', 'powershell')\n");
    let mut flags = String::new();
    for command in COMMANDS {
        let names: Vec<String> = offered(command).map(|flag| format!("'--{}'", flag.name)).collect();
        flags.push_str(&format!("        '{}' = @({})\n", path(command), names.join(", ")));
    }
    let groups = beginnings(", ");
    format!(
        "\
# PowerShell completion of skeg
Register-ArgumentCompleter -Native -CommandName skeg -ScriptBlock {{
    param($current, $line, $cursor)
    $next = @{{
{words}    }}
    $flags = @{{
{flags}    }}
    $path = ''
    foreach ($element in ($line.CommandElements | Select-Object -Skip 1)) {{
        $word = $element.ToString()
        if ($word -eq $current -or $word.StartsWith('-')) {{ break }}
        if (@({groups}) -contains $path) {{ $path = \"$path $word\".Trim() }} else {{ break }}
    }}
    $table = if ($current.StartsWith('-')) {{ $flags }} else {{ $next }}
    $table[$path] | Where-Object {{ $_ -like \"$current*\" }} | ForEach-Object {{
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }}
}}
"
    )
}
