//! The output of Go and sprig for the same templates.

use super::FUNCTIONS;
use crate::testing::check;

#[test]
fn urls_work_as_in_sprig() {
    let rows = [
        (
            r#"{{ urlParse "https://admin:s%3Ac@server.com:8080/api/v1?list=false#top" }}"#,
            "map[fragment:top host:server.com:8080 hostname:server.com opaque: path:/api/v1 query:list=false scheme:https userinfo:admin:s%3Ac]",
        ),
        (
            r#"{{ urlParse "http://user@host" }} {{ (urlParse "mailto:a@b.c").opaque }} {{ (urlParse "/a%20b?x=%20").path }} {{ (urlParse "//h/p").host }} {{ (urlParse "///p").path }} {{ (urlParse "HTTP://H").scheme }} {{ (urlParse "*").path }} {{ (urlParse "a#%41").fragment }} {{ (urlParse "").host }}"#,
            "map[fragment: host:host hostname:host opaque: path: query: scheme:http userinfo:user] a@b.c /a b h ///p http * A ",
        ),
        (
            r#"{{ (urlParse "http://[::1%25eth0]:80/").hostname }} {{ (urlParse "http://[fe80::1]/").host }} {{ (urlParse "http://a%C3%A9.b/").host }} {{ (urlParse "http://u:p@ss@h/").userinfo }} {{ (urlParse "redis://h:1:2").hostname }} {{ (urlParse "http://h:").hostname }}"#,
            "::1%eth0 [fe80::1] aé.b u:p%40ss h:1 h",
        ),
        (
            r#"{{ urlParse "http://h:x/" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://h:x/": invalid port ":x" after host"#,
        ),
        (
            r#"{{ urlParse "http://h:1:2/" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://h:1:2/": invalid port ":1:2" after host"#,
        ),
        (
            r#"{{ urlParse ":x" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse ":x": missing protocol scheme"#,
        ),
        (r#"{{ urlParse "a:b/c:d" }}"#, "map[fragment: host: hostname: opaque:b/c:d path: query: scheme:a userinfo:]"),
        (
            r#"{{ urlParse "1:b" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "1:b": first path segment in URL cannot contain colon"#,
        ),
        (
            r#"{{ urlParse "http://a b/" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://a b/": invalid character " " in host name"#,
        ),
        (
            r#"{{ urlParse "http://a/%zz" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://a/%zz": invalid URL escape "%zz""#,
        ),
        (
            r#"{{ urlParse "http://a/%4" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://a/%4": invalid URL escape "%4""#,
        ),
        (
            r#"{{ urlParse "http://a%20b/" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://a%20b/": invalid URL escape "%20""#,
        ),
        (
            r#"{{ urlParse "http://a\nb/" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://a\nb/": net/url: invalid control character in URL"#,
        ),
        (
            r#"{{ urlParse "http://[::1" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://[::1": missing ']' in host"#,
        ),
        (
            r#"{{ urlParse "http://x[::1]" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://x[::1]": invalid IP-literal"#,
        ),
        (
            r#"{{ urlParse "http://[1.2.3.4]" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://[1.2.3.4]": invalid IP-literal"#,
        ),
        (
            r#"{{ urlParse "http://[xyz]" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://[xyz]": invalid host: ParseAddr("xyz"): unable to parse IP"#,
        ),
        (
            r#"{{ urlParse "http://u{@h" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://u{@h": net/url: invalid userinfo"#,
        ),
        (
            r#"{{ urlParse "http://a#%" }}"#,
            r#"error: error calling urlParse: unable to parse url: parse "http://a#%": invalid URL escape "%""#,
        ),
        (
            r#"{{ urlJoin (dict "scheme" "http" "host" "host:80" "path" "/path" "query" "query" "opaque" "" "fragment" "fr ag" "userinfo" "us:p a") }}"#,
            r#"error: error calling urlJoin: unable to parse userinfo in dict: parse "proto://us:p a@host": net/url: invalid userinfo"#,
        ),
        (
            r#"{{ urlJoin (dict "scheme" "http" "host" "host:80" "path" "pa th" "query" "q r" "fragment" "fr ag" "userinfo" "us:p%20a") }} {{ urlJoin (dict "opaque" "x" "scheme" "mailto") }} {{ urlJoin (dict "path" "a:b/c") }} {{ urlJoin (dict) }} {{ urlJoin (dict "scheme" "file" "path" "/x") }} {{ urlJoin (dict "host" "h" "path" "*") }} {{ urlJoin (dict "scheme" "http") }} {{ urlJoin (dict "userinfo" "u:" "host" "h") }} {{ urlJoin nil }}"#,
            "http://us:p%20a@host:80/pa%20th?q r#fr%20ag mailto:x ./a:b/c  file:///x //h/* http: //u:@h ",
        ),
        (
            r#"{{ urlJoin (dict "host" 5) }}"#,
            "error: error calling urlJoin: unable to parse host key, must be of type string, but int found",
        ),
        (
            r#"{{ urlJoin (dict "host" nil) }}"#,
            "error: error calling urlJoin: runtime error: invalid memory address or nil pointer dereference",
        ),
        (
            r#"{{ urlJoin (dict "host" (list 1)) }}"#,
            "error: error calling urlJoin: unable to parse host key, must be of type string, but slice found",
        ),
        (r#"{{ urlJoin "x" }}"#, r#"error: can't handle "x" for arg of type map[string]interface {}"#),
    ];
    check(FUNCTIONS, &rows);
}
