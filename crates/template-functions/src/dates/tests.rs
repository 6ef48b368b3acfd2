//! The output of Go and sprig for the same templates.

use super::FUNCTIONS;
use crate::testing::check;

#[test]
fn dates_work_as_in_sprig() {
    let rows = [
        (
            r#"{{ date "2006-01-02 15:04:05 MST" 1700000000 }} {{ htmlDate 0 }} {{ htmlDateInZone 0 "America/New_York" }} {{ dateInZone "Mon Jan _2 15:04:05.000 -0700 MST 2006" 1700000000 "Europe/Berlin" }} {{ date_in_zone "3:04PM" 0 "Asia/Kolkata" }} {{ dateInZone "15:04 MST" 0 "Nope/Zone" }}"#,
            "2023-11-14 22:13:20 UTC 1970-01-01 1969-12-31 Tue Nov 14 23:13:20.000 +0100 CET 2023 5:30AM 00:00 UTC",
        ),
        (
            r#"{{ date "002 __2 06 1 2 pm Monday January Z07:00 -07:00:00" 1700000000 }} {{ dateInZone "Z07:00 Z0700 Z07 -0700 -07:00 -07 -07:00:00 MST" 1720000000 "America/St_Johns" }} {{ date ".000 .999 ,00 05.9 Month Janet _2006" 0 }}"#,
            "318 318 23 11 14 pm Tuesday November Z +00:00:00 -02:30 -0230 -02 -0230 -02:30 -02 -02:30:00 NDT .000  ,00 00 Month Janet _1970",
        ),
        (
            r#"{{ dateInZone "2006-01-02 15:04:05 MST" 4000000000 "Australia/Sydney" }} {{ dateInZone "2006-01-02 15:04:05 MST" 4080000000 "Europe/Berlin" }} {{ dateInZone "2006-01-02 15:04:05 MST" -3000000000 "Europe/Berlin" }}"#,
            "2096-10-02 17:06:40 AEST 2099-04-16 07:20:00 CEST 1874-12-07 19:33:28 LMT",
        ),
        (
            r#"{{ range list 400000000000 400010000000 -900000000000 253500000000 253515000000 }}{{ dateInZone "2006-01-02 15:04:05 MST -07:00" . "Australia/Sydney" }}, {{ dateInZone "2006-01-02 15:04:05 MST -07:00" . "Europe/Dublin" }}; {{ end }}"#,
            "14645-07-01 01:06:40 AEST +10:00, 14645-06-30 16:06:40 IST +01:00; \
             14645-10-24 19:53:20 AEDT +11:00, 14645-10-24 09:53:20 IST +01:00; \
             -26550-02-19 18:04:52 LMT +10:04, -26550-02-19 07:34:39 LMT -00:25; \
             10003-02-05 05:40:00 AEDT +11:00, 10003-02-04 18:40:00 GMT +00:00; \
             10003-07-28 19:20:00 AEST +10:00, 10003-07-28 10:20:00 IST +01:00; ",
        ),
        (
            r#"{{ toDate "2006-01-02" "2017-12-31" }} {{ toDate "2006-01-02" "garbage" }} {{ (toDate "2006-01-02T15:04:05Z07:00" "2024-02-29T12:30:45.678+02:00") }} {{ toDate "02 Jan 06 15:04 MST" "01 Mar 24 10:00 CET" }} {{ toDate "2006-002" "2024-060" | htmlDate }}"#,
            "2017-12-31 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 2024-02-29 12:30:45.678 +0200 +0200 2024-03-01 10:00:00 +0000 CET 2024-02-29",
        ),
        (
            r#"{{ mustToDate "2006-01-02" "2017-13-31" }}"#,
            r#"error: error calling mustToDate: parsing time "2017-13-31": month out of range"#,
        ),
        (
            r#"{{ mustToDate "2006-01-02" "2017-1-31" }}"#,
            r#"error: error calling mustToDate: parsing time "2017-1-31" as "2006-01-02": cannot parse "1-31" as "01""#,
        ),
        (
            r#"{{ mustToDate "2006-01-02" "2017-02-29" }}"#,
            r#"error: error calling mustToDate: parsing time "2017-02-29": day out of range"#,
        ),
        (
            r#"{{ mustToDate "2006-01-02" "2017-02-28x\"é" }}"#,
            r#"error: error calling mustToDate: parsing time "2017-02-28x\"\xc3\xa9": extra text: "x\"\xc3\xa9""#,
        ),
        (
            r#"{{ $t := toDate "2006-01-02 15:04:05" "2024-02-29 23:59:58" }}{{ $t.Year }} {{ $t.Month }} {{ $t.Day }} {{ $t.Hour }} {{ $t.Minute }} {{ $t.Second }} {{ $t.Weekday }} {{ $t.YearDay }} {{ $t.Unix }} {{ $t.UnixMilli }} {{ $t.UnixNano }} {{ $t.IsZero }} {{ $t.UTC }} {{ $t.Location }} {{ printf "%d %T %T" $t.Month $t.Month $t }} {{ $t.Format "Jan 2" }} {{ $t.AddDate 1 0 0 }} {{ $t.AddDate 0 -1 1 | htmlDate }}"#,
            "2024 February 29 23 59 58 Thursday 60 1709251198 1709251198000 1709251198000000000 false 2024-02-29 23:59:58 +0000 UTC UTC 2 time.Month time.Time Feb 29 2025-03-01 23:59:58 +0000 UTC 2024-01-30",
        ),
        (
            r#"{{ $t := toDate "2006-01-02" "2024-02-29" }}{{ $u := $t.AddDate 0 0 1 }}{{ $u.After $t }} {{ $u.Before $t }} {{ $u.Equal $u }} {{ $u.Sub $t }} {{ ($u.Sub $t).Hours }} {{ ($t.Sub $u).Minutes }} {{ printf "%d" ($u.Sub $t) }} {{ $t.Add ($u.Sub $t) | htmlDate }} {{ $u.Compare $t }} {{ ($u.Sub $t).Seconds }} {{ ($u.Sub $t).Milliseconds }} {{ unixEpoch $t }} {{ if $t }}yes{{ end }} {{ eq $t.Day 29 }} {{ printf "%T" ($u.Sub $t) }}"#,
            "true false true 24h0m0s 24 -1440 86400000000000 2024-03-01 1 86400 86400000 1709164800 yes true time.Duration",
        ),
        (
            r#"{{ $t := toDate "2006-01-02" "2024-02-29" }}{{ dateModify "-1.5h" $t }} {{ date_modify "nonsense" $t }} {{ mustDateModify "+36h" $t | date "Jan 2" }}"#,
            "2024-02-28 22:30:00 +0000 UTC 2024-02-29 00:00:00 +0000 UTC Mar 1",
        ),
        (
            r#"{{ mustDateModify "nonsense" (toDate "2006" "2024") }}"#,
            r#"error: error calling mustDateModify: time: invalid duration "nonsense""#,
        ),
        (
            r#"{{ must_date_modify "1x" (toDate "2006" "2024") }}"#,
            r#"error: error calling must_date_modify: time: unknown unit "x" in duration "1x""#,
        ),
        (
            r#"{{ must_date_modify "5" (toDate "2006" "2024") }}"#,
            r#"error: error calling must_date_modify: time: missing unit in duration "5""#,
        ),
        (r#"{{ dateModify "1h" 5 }}"#, "error: can't handle 5 for arg of type time.Time"),
        (r#"{{ unixEpoch "x" }}"#, r#"error: can't handle "x" for arg of type time.Time"#),
        (
            r#"{{ duration "95" }} {{ duration 95 }} {{ duration "x" }} {{ duration "99999999999999999999" }} {{ duration "-3661" }} {{ duration nil }}"#,
            "1m35s 0s 0s -1s -1h1m1s 0s",
        ),
        (
            r#"{{ durationRound "2h10m5s" }} {{ durationRound "24h" }} {{ durationRound "24h1s" }} {{ durationRound "-800h" }} {{ durationRound "8761h" }} {{ durationRound "61m" }} {{ durationRound "61s" }} {{ durationRound "1s" }} {{ durationRound "1.1s" }} {{ durationRound 5 }} {{ durationRound "x" }} {{ durationRound nil }}"#,
            "2h 24h 1d 1mo 1y 1h 1m 0s 1s 0s 0s 0s",
        ),
        (
            r#"{{ $t := toDate "2006" "2024" }}{{ $t.Add 3600000000000 }} {{ $t.Round 1000 }} {{ ($t.Sub $t).Round 5 }} {{ $t.Truncate 86400000000000 }}"#,
            "2024-01-01 01:00:00 +0000 UTC 2024-01-01 00:00:00 +0000 UTC 0s 2024-01-01 00:00:00 +0000 UTC",
        ),
        (r#"{{ (toDate "2006" "2024").Add "1h" }}"#, r#"error: expected integer; found "1h""#),
        (r#"{{ (toDate "2006" "2024").Add 1.5 }}"#, "error: expected integer; found 1.5"),
        (
            r#"{{ $t := toDate "2006" "2024" }}{{ $t.Add $t.Unix }}"#,
            "error: wrong type for value; expected time.Duration; got int64",
        ),
    ];
    check(FUNCTIONS, &rows);
}

#[test]
fn now_is_now() {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let printed: u64 = crate::testing::render(FUNCTIONS, "{{ now | unixEpoch }}").parse().unwrap();
    assert!(printed.abs_diff(now) < 5);
    // A number that is not an integer means the current time, too.
    let today = crate::testing::render(
        FUNCTIONS,
        "{{ eq (htmlDate 1.5) (htmlDate now) }} {{ ago now }} {{ durationRound now }}",
    );
    assert_eq!(today, "true 0s 0s");
    assert!(crate::testing::render(FUNCTIONS, "{{ now }}").contains(" +0000 UTC m=+"));
}
