//! Completion for PowerShell. If there are no candidates, it completes files by itself.

pub(super) const SCRIPT: &str = r#"# PowerShell completion of skeg
Register-ArgumentCompleter -Native -CommandName skeg -ScriptBlock {
    param($current, $line, $cursor)
    $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } |
        Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    # Older versions drop an argument that is empty.
    $last = if ($current -eq '') { '""' } else { $current }
    $program = $line.CommandElements[0].ToString()
    & $program __complete @words $last 2>$null | Where-Object { -not $_.StartsWith(':') } | ForEach-Object {
        $word, $about = $_ -split "`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
    }
}
"#;
