//! Dates, layouts, zones and durations: `layout<newline>zone<newline>duration<newline>date`.

use super::Target;
use super::functions::{parts, print};

pub(super) const TARGET: Target = Target {
    name: "dates",
    dictionary: &[
        "2006",
        "06",
        "01",
        "Jan",
        "January",
        "02",
        "_2",
        "002",
        "15",
        "03",
        "3",
        "PM",
        "04",
        "05",
        ".000",
        ",999999999",
        "MST",
        "Z07:00",
        "-0700",
        "-07:00:00",
        "Mon",
        "Monday",
        "T",
        "Z",
        "+23:59",
        "0000",
        "9999",
        "29",
        "60",
        "UTC",
        "Local",
        "Europe/Berlin",
        "../",
        "h",
        "m",
        "1.5s",
        "-",
        "µs",
        "ns",
        "9223372036854775807",
    ],
    seeds,
    run,
};

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "2006-01-02T15:04:05Z07:00\nUTC\n-1h30m\n2026-11-16T12:34:56+01:00",
        "Mon, 02 Jan 2006 15:04:05 MST\nEurope/Berlin\n24h\nTue, 29 Feb 2024 23:59:59 CEST",
        "2006-01-02\nLocal\n1.5h2us\n1969-12-31",
        "Jan _2 03:04:05.000 PM\nAmerica/New_York\n-2540400h\nDec 31 11:59:59.999 AM",
        "2006 002 15:04:05,999999999 -07:00:00\nnowhere\n0\n2000 366 00:00:00,1 -01:02:03",
        "Monday January 2 3PM 06\nAsia/Kathmandu\n9223372036854775807ns\nSunday May 5 5AM 68",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A time survives being printed with full precision and parsed again.
const TEMPLATE: &str = r#"
{{- $exact := "2006-01-02T15:04:05.999999999Z07:00" -}}
{{- $unused := list (duration .duration) (durationRound .duration) (dateInZone .layout (toDate .layout .date) .zone) -}}
{{- $time := mustToDate .layout .date -}}
{{- $unused = list ($time.Format .layout) (mustDateModify .duration $time) (htmlDateInZone $time .zone) -}}
{{- $text := dateInZone $exact $time "UTC" -}}
{{- if regexMatch "^[0-9]{4}-" $text -}}
{{- $again := mustToDate $exact $text -}}
{{- if ne (unixEpoch $again) (unixEpoch $time) }}{{ printf "%s is %s, then %s" $text (unixEpoch $time) (unixEpoch $again) }}{{ end -}}
{{- end -}}
"#;

fn run(input: &[u8]) {
    match complaint(input) {
        Ok(complaint) => assert!(complaint.is_empty(), "{complaint}"),
        // It must be able to parse its own output.
        Err(error) => assert!(!error.contains("mustToDate $exact"), "{error}"),
    }
}

fn complaint(input: &[u8]) -> Result<String, String> {
    let [layout, zone, duration, date] = parts(input);
    print(TEMPLATE, &[("layout", layout), ("zone", zone), ("duration", duration), ("date", date)])
}

#[test]
fn seeds_come_to_the_end() {
    let ended = seeds().iter().map(|seed| complaint(seed)).collect::<Vec<_>>();
    assert!(ended.iter().filter(|ended| ended.as_deref() == Ok("")).count() >= 4, "{ended:#?}");
}
