//! Archives: whole ones, and those that must be refused.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use skeg_chart::{Chart, Compat, Error, Limits, load, load_archive};

use crate::directory::Directory;

const CHART: &str = "apiVersion: v2\nname: top\nversion: 1.0.0\n";

/// Builds a tar entry by entry.
#[derive(Default)]
struct Tar(Vec<u8>);

impl Tar {
    fn file(self, name: &str, contents: impl AsRef<[u8]>) -> Tar {
        let size = contents.as_ref().len() as u64;
        self.entry(name, b'0', size, contents.as_ref())
    }

    fn entry(mut self, name: &str, kind: u8, size: u64, contents: &[u8]) -> Tar {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
        header[148..156].fill(b' ');
        header[156] = kind;
        header[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        self.0.extend_from_slice(&header);
        self.0.extend_from_slice(contents);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    fn gzip(mut self) -> Vec<u8> {
        self.0.extend_from_slice(&[0; 1024]);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&self.0).expect("compressed bytes");
        encoder.finish().expect("an archive")
    }
}

fn unpack(tar: Tar, compat: Compat) -> Result<Chart, Error> {
    load_archive(&tar.gzip(), compat, Limits::default())
}

fn names(chart: &Chart) -> Vec<&str> {
    chart.templates.iter().chain(&chart.files).map(|file| file.name.as_str()).collect()
}

#[test]
fn an_archive_keeps_its_order_and_ignores_helmignore() {
    let tar = Tar::default()
        .entry("top/", b'5', 0, b"")
        .file("top/Chart.yaml", CHART)
        .file("top/.helmignore", "*.txt\n")
        .file("top/z.txt", "z")
        .file("top/a.txt", "\u{feff}a")
        .file("top/templates/.hidden", "x")
        .file("top/./templates//b.yaml", "x");
    let chart = unpack(tar, Compat::V4).expect("a chart");
    assert_eq!(names(&chart), ["templates/.hidden", "templates/b.yaml", ".helmignore", "z.txt", "a.txt"]);
    assert_eq!(chart.files[2].data().expect("contents"), b"a");
}

#[test]
fn backslashes_separate_and_long_names_are_read() {
    let long = format!("top/templates/{}.yaml", "n".repeat(120));
    let pax = format!("path={long}\n");
    let record = format!("{} {pax}", pax.len() + 4);
    let tar = Tar::default()
        .file("top\\Chart.yaml", CHART)
        .file("top\\templates\\w.yaml", "x")
        .entry("pax_global_header", b'g', 0, b"")
        .entry("././@LongLink", b'L', long.len() as u64 + 1, format!("{long}\0").as_bytes())
        .file("top/short", "gnu")
        .entry("PaxHeaders/x", b'x', record.len() as u64, record.as_bytes())
        .file("top/short", "pax");
    let chart = unpack(tar, Compat::V4).expect("a chart");
    assert_eq!(chart.templates.len(), 3);
    assert_eq!(chart.templates[0].name, "templates/w.yaml");
    assert_eq!(chart.templates[2].name, long["top/".len()..]);
    assert_eq!(chart.templates[2].data().expect("contents"), b"pax");
}

#[test]
fn links_are_empty_files() {
    let tar = Tar::default().file("top/Chart.yaml", CHART).entry("top/templates/l.yaml", b'2', 7, b"");
    let chart = unpack(tar, Compat::V4).expect("a chart");
    assert_eq!(chart.templates[0].data().expect("contents"), b"");
}

#[test]
fn a_subchart_may_be_an_archive() {
    let sub = Tar::default().file("s/Chart.yaml", "name: sub\nversion: 0.1.0\n").file("s/values.yaml", "a: 1\n").gzip();
    let tar = Tar::default().file("top/Chart.yaml", CHART).file("top/charts/sub-0.1.0.tgz", &sub);
    let chart = unpack(tar, Compat::V3).expect("a chart");
    assert_eq!(chart.dependencies[0].full_path, "top/charts/sub");
    assert_eq!(chart.dependencies[0].metadata.api_version, "v1");

    let tar = Tar::default().file("top/Chart.yaml", CHART).file("top/charts/sub.tgz", "no archive");
    let error = unpack(tar, Compat::V3).expect_err("a refusal").to_string();
    assert_eq!(error, "error unpacking subchart sub.tgz in top: gzip: invalid header");
}

#[test]
fn what_leaves_the_chart_is_refused() {
    let rows = [
        ("top//etc/passwd", "chart illegally contains absolute paths"),
        ("top/../../etc/passwd", "chart illegally references parent directory"),
        ("top/..x", "chart illegally references parent directory"),
        ("top/c:/x", "chart contains illegally named files"),
        ("top/.", "chart illegally contains content outside the base directory: \"top/.\""),
        ("Chart.yaml", "chart illegally contains content outside the base directory: \"Chart.yaml\""),
        ("Chart.yaml/x", "chart yaml not in base directory"),
    ];
    for (name, expected) in rows {
        let tar = Tar::default().file("top/Chart.yaml", CHART).file(name, "x");
        assert_eq!(unpack(tar, Compat::V4).expect_err(name).to_string(), expected, "{name}");
    }
}

#[test]
fn too_much_is_refused() {
    let limits = Limits { file: 1000, chart: 3000 };
    let filler = "x".repeat(900);
    let with = |names: &[&str], compat| {
        let tar = names.iter().fold(Tar::default().file("top/Chart.yaml", CHART), |tar, name| tar.file(name, &filler));
        load_archive(&tar.gzip(), compat, limits).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(with(&["top/a", "top/b", "top/c"], Compat::V4), Ok(()));
    let all = ["top/a", "top/b", "top/c", "top/d"];
    assert_eq!(
        with(&all, Compat::V4).expect_err("too large"),
        "decompressed chart is larger than the maximum size 3000"
    );
    assert_eq!(
        with(&all, Compat::V3).expect_err("too large"),
        "decompressed chart is larger than the maximum file size 3000"
    );
    let tar = Tar::default().file("top/Chart.yaml", CHART).file("top/big", "x".repeat(1001));
    let error = load_archive(&tar.gzip(), Compat::V4, limits).expect_err("too large").to_string();
    assert_eq!(error, "decompressed chart file \"top/big\" is larger than the maximum file size 1000");
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let zeros = vec![0_u8; 64 << 20];
    let tar = Tar::default().file("top/Chart.yaml", CHART).file("top/bomb", &zeros);
    let error = unpack(tar, Compat::V4).expect_err("too large").to_string();
    assert_eq!(error, "decompressed chart file \"top/bomb\" is larger than the maximum file size 5242880");

    let limits = Limits { file: 1 << 30, chart: 1 << 20 };
    let tar = Tar::default().file("top/Chart.yaml", CHART).entry("top/lie", b'0', 100, &vec![b'x'; 4 << 20]);
    let error = load_archive(&tar.gzip(), Compat::V4, limits).expect_err("too large").to_string();
    assert_eq!(error, "archive/tar: invalid tar header");
}

#[test]
fn archives_in_archives_share_one_allowance() {
    let limits = Limits { file: 8 << 20, chart: 8 << 20 };
    let leaf = Tar::default().file("sub/Chart.yaml", CHART).file("sub/filler", vec![0; 7 << 20]).gzip();
    let nested = |archives: usize| {
        let names = (0..archives).map(|i| format!("top/charts/s{i}.tgz"));
        names.fold(Tar::default().file("top/Chart.yaml", CHART), |tar, name| tar.file(&name, &leaf)).gzip()
    };
    assert!(load_archive(&nested(3), Compat::V4, limits).is_ok());
    let error = load_archive(&nested(40), Compat::V4, limits).expect_err("too large").to_string();
    assert!(error.ends_with("decompressed chart is larger than the maximum size 8388608"), "{error}");
}

#[test]
fn damaged_archives_are_refused() {
    let whole = Tar::default().file("top/Chart.yaml", CHART).gzip();
    let refusal = |bytes: &[u8]| load_archive(bytes, Compat::V4, Limits::default()).expect_err("a refusal").to_string();
    assert_eq!(refusal(&whole[..whole.len() / 2]), "unexpected EOF");
    assert_eq!(refusal(b"plain text"), "gzip: invalid header");
    assert_eq!(refusal(b"text"), "unexpected EOF");
    assert_eq!(refusal(b"\x1f\x8b\x08"), "unexpected EOF");
    assert_eq!(refusal(&Tar::default().gzip()), "no files in chart archive");
    assert_eq!(refusal(&Tar::default().file("top/a", "x").gzip()), "Chart.yaml file is missing");
}

#[test]
fn a_file_on_the_command_line_is_looked_at_first() {
    let directory = Directory::new();
    let refusal = |name: &str, contents: &[u8], compat| {
        directory.write(name, contents);
        let error = load(&directory.path().join(name), compat).expect_err("a refusal").to_string();
        error.replace(&format!("{}/", directory.path().display()), "")
    };
    assert_eq!(
        refusal("v.yaml", b"a: 1\n", Compat::V4),
        "file 'v.yaml' seems to be a YAML file, but expected a gzipped archive"
    );
    assert_eq!(
        refusal("short", b"text", Compat::V4),
        "file 'short' does not appear to be a gzipped archive; got 'application/octet-stream'"
    );
    assert_eq!(
        refusal("long", "text ".repeat(200).as_bytes(), Compat::V4),
        "file 'long' does not appear to be a gzipped archive; got 'text/plain; charset=utf-8'"
    );
    let empty = Tar::default().gzip();
    assert_eq!(refusal("empty.tgz", &empty, Compat::V3), "no files in chart archive");
    assert_eq!(refusal("empty.tgz", &empty, Compat::V4), "unable to load chart archive");
    let other = Tar::default().file("top/a", "x").gzip();
    assert_eq!(refusal("other.tgz", &other, Compat::V3), "Chart.yaml file is missing");
    assert_eq!(refusal("other.tgz", &other, Compat::V4), "unable to detect chart version, no Chart.yaml found");
}

#[test]
fn directories_follow_links_and_refuse_large_and_odd_files() {
    let directory = Directory::new();
    directory.write("Chart.yaml", CHART);
    directory.write("real/t.yaml", "x");
    std::os::unix::fs::symlink(directory.path().join("real"), directory.path().join("templates")).expect("a link");
    let chart = load(directory.path(), Compat::V4).expect("a chart");
    assert_eq!(names(&chart), ["templates/t.yaml", "real/t.yaml"]);
    assert_eq!(chart.warnings.len(), 1);

    directory.write("large.bin", vec![0; (5 << 20) + 1]);
    let error = load(directory.path(), Compat::V4).expect_err("too large").to_string();
    assert_eq!(error, "chart file \"large.bin\" is larger than the maximum file size 5242880");

    directory.write("large.bin", "small");
    let socket = directory.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let error = load(directory.path(), Compat::V4).expect_err("irregular").to_string();
    let expected = format!("cannot load irregular file {} as it has file mode type bits set", socket.display());
    assert_eq!(error, expected);
    let ignore = directory.path().join(".helmignore");
    std::fs::rename(&socket, &ignore).expect("a socket");
    let error = load(directory.path(), Compat::V3).expect_err("irregular").to_string();
    assert!(error.contains(".helmignore as it has file mode type bits set"), "{error}");
}

#[test]
fn charts_can_cross_threads() {
    fn crosses<T: Send + Sync>() {}
    crosses::<Chart>();
    crosses::<Error>();
    crosses::<skeg_chart::Coalesced<'_>>();
}

#[test]
fn deep_and_endless_metadata_are_refused() {
    let deep = format!("name: {}{}\n", "[".repeat(900), "]".repeat(900));
    let aliases: String = (1..30).map(|i| format!("a{i}: &a{i} [*a{0}, *a{0}]\n", i - 1)).collect();
    for text in [deep, format!("a0: &a0 [x]\n{aliases}")] {
        let tar = Tar::default().file("top/Chart.yaml", text);
        let error = unpack(tar, Compat::V4).expect_err("a refusal").to_string();
        assert!(error.starts_with("cannot load Chart.yaml: "), "{error}");
    }
}
