use super::*;
use crate::environment::Environment;

static GROUP: Group = Group {
    title: "All",
    flags: &[
        Flag::switch("debug", ""),
        Flag::switch("generate-name", "").short('g'),
        Flag::text("namespace", "").short('n').or_variable("HELM_NAMESPACE"),
        Flag::text("dry-run", "").bare("unset"),
        Flag::array("set", ""),
        Flag::list("values", "").short('f').starred(),
        Flag::map("labels", "").short('l'),
        Flag::int("burst-limit", ""),
        Flag::float("qps", ""),
        Flag::duration("timeout", ""),
        Flag::switch("force", "").deprecated("use --force-replace instead"),
        Flag::list("extra-apiversions", "").also(&["api-versions"]),
        Flag::array("kube-config", "").or_variable("KUBECONFIG"),
    ],
};
static FLAGS: Flags = &[&GROUP];

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|word| word.to_string()).collect()
}

/// The given flags as `name=value`, then the arguments.
fn read(line: &[&str]) -> Result<String, String> {
    let parsed = parse(FLAGS, &words(line)).map_err(|wrong| wrong.to_string())?;
    let given: Vec<String> = parsed.given().map(|(flag, value)| format!("{}={value}", flag.name)).collect();
    Ok(format!("{} | {}", given.join(" "), parsed.arguments.join(" ")))
}

#[test]
fn reads_what_pflag_reads() {
    for (line, want) in [
        (&["rel", "--debug", "chart"][..], "debug=true | rel chart"),
        (&["--debug=false", "-g=true"], "debug=false generate-name=true | "),
        (
            &["-n", "a", "-nb", "-n=c", "--namespace", "d", "--namespace=e"],
            "namespace=a namespace=b namespace=c namespace=d namespace=e | ",
        ),
        (&["-gn", "x"], "generate-name=true namespace=x | "),
        (&["--dry-run", "client"], "dry-run=unset | client"),
        (&["--set", "a=1,b=2", "--set=c"], "set=a=1,b=2 set=c | "),
        (&["-f", "a,\"b,c\"", "-f", ""], "values=a values=b,c | "),
        (&["-l", "a=1,b=2", "-l", "c=\"x\""], "labels=a=1 labels=b=2 labels=c=\"x | "),
        (&["-", "--", "--debug", "-x"], " | - --debug -x"),
        (&["--api-versions", "a/v1"], "extra-apiversions=a/v1 | "),
        (
            &["--timeout", "1h30m", "--timeout=1.5s", "--qps", "0.5", "--burst-limit", "0x10"],
            "timeout=1h30m timeout=1.5s qps=0.5 burst-limit=0x10 | ",
        ),
        (&["--namespace", "--debug"], "namespace=--debug | "),
    ] {
        assert_eq!(read(line).as_deref(), Ok(want), "{line:?}");
    }
}

#[test]
fn refuses_in_pflags_words() {
    for (line, want) in [
        (&["--nope"][..], "unknown flag: --nope"),
        (&["-gz"], "unknown shorthand flag: 'z' in -z"),
        (&["--set"], "flag needs an argument: --set"),
        (&["-gf"], "flag needs an argument: 'f' in -f"),
        (&["--=x"], "bad flag syntax: --=x"),
        (
            &["--debug=maybe"],
            r#"invalid argument "maybe" for "--debug" flag: strconv.ParseBool: parsing "maybe": invalid syntax"#,
        ),
        (&["--timeout=abc"], r#"invalid argument "abc" for "--timeout" flag: time: invalid duration "abc""#),
        (&["--timeout=5"], r#"invalid argument "5" for "--timeout" flag: time: missing unit in duration "5""#),
        (&["--timeout=5x"], r#"invalid argument "5x" for "--timeout" flag: time: unknown unit "x" in duration "5x""#),
        (
            &["--burst-limit=a"],
            r#"invalid argument "a" for "--burst-limit" flag: strconv.ParseInt: parsing "a": invalid syntax"#,
        ),
        (&["--qps=a"], r#"invalid argument "a" for "--qps" flag: strconv.ParseFloat: parsing "a": invalid syntax"#),
        (&["-l", "a"], r#"invalid argument "a" for "-l, --labels" flag: a must be formatted as key=value"#),
        (
            &["-f", "a\"b"],
            r#"invalid argument "a\"b" for "-f, --values" flag: parse error on line 1, column 2: bare " in non-quoted-field"#,
        ),
    ] {
        assert_eq!(read(line), Err(want.to_string()), "{line:?}");
    }
}

#[test]
fn reads_the_environment() {
    let variables = Variables { prefixes: &["SKEG_", "NELM_"], command: "CHART_RENDER" };
    for (env, line, flag, want) in [
        (&[("SKEG_NAMESPACE", "a")][..], &[][..], "namespace", &["a"][..]),
        (&[("SKEG_NAMESPACE", "a"), ("SKEG_CHART_RENDER_NAMESPACE", "b")], &[], "namespace", &["b"]),
        (&[("NELM_CHART_RENDER_NAMESPACE", "a"), ("SKEG_NAMESPACE", "b")], &[], "namespace", &["b"]),
        (&[("NELM_NAMESPACE", "a"), ("HELM_NAMESPACE", "b")], &[], "namespace", &["a"]),
        (&[("HELM_NAMESPACE", "b"), ("SKEG_NAMESPACE", "")], &[], "namespace", &["b"]),
        (&[("SKEG_NAMESPACE", "a")], &["-n", "c"], "namespace", &["c"]),
        (
            &[("SKEG_VALUES", "a,b"), ("SKEG_VALUES_2", "y"), ("SKEG_VALUES_1", "x")],
            &["-f", "c"],
            "values",
            &["a", "b", "x", "y", "c"],
        ),
        (&[("KUBECONFIG", "a:b")], &[], "kube-config", &["a:b"]),
        (&[("KUBECONFIG", "a:b")], &["--kube-config", "c"], "kube-config", &["c"]),
        (&[("SKEG_SET", "a=1,b=2"), ("SKEG_SET_STRING", "c=3")], &[], "set", &["a=1,b=2"]),
    ] {
        let mut parsed = parse(FLAGS, &words(line)).unwrap_or_else(|error| panic!("{error}"));
        let env: Environment = env.iter().copied().collect();
        parsed.read_environment(&variables, &env).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parsed.list(flag), want, "{flag} {line:?}");
    }
    let mut parsed = parse(FLAGS, &[]).unwrap_or_else(|error| panic!("{error}"));
    let env: Environment = [("SKEG_DEBUG", "perhaps")].into_iter().collect();
    let error = parsed.read_environment(&variables, &env).err().unwrap_or_default();
    assert_eq!(
        error,
        r#"environment variable SKEG_DEBUG: invalid argument "perhaps" for "--debug" flag: strconv.ParseBool: parsing "perhaps": invalid syntax"#
    );
}

#[test]
fn names_variables_as_nelm_does() {
    assert_eq!(variable("kube-config-base64"), "KUBE_CONFIG_BASE_64");
    assert_eq!(variable("set"), "SET");
}

#[test]
fn reads_records_as_go_does() {
    for (text, want) in [
        ("a,b", Ok(vec!["a", "b"])),
        (",", Ok(vec!["", ""])),
        ("\"a\"\"b\",c", Ok(vec!["a\"b", "c"])),
        ("a\nb", Ok(vec!["a"])),
        ("a\r\nb", Ok(vec!["a"])),
        ("\n", Err("EOF")),
        ("\"a\"b", Err("parse error on line 1, column 3: extraneous or missing \" in quoted-field")),
        ("\"abc", Err("parse error on line 1, column 5: extraneous or missing \" in quoted-field")),
        ("x,a\"", Err("parse error on line 1, column 4: bare \" in non-quoted-field")),
        (
            "\"a\nbc\"d",
            Err("record on line 1; parse error on line 2, column 3: extraneous or missing \" in quoted-field"),
        ),
    ] {
        let want = want.map(|fields| fields.iter().map(|field| field.to_string()).collect()).map_err(str::to_string);
        assert_eq!(csv::record(text), want, "{text:?}");
    }
}
