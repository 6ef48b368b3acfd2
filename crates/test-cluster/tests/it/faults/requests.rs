//! Faults of short requests.

use super::Scene;
use super::client::{Lost, send};
use skeg_test_cluster::faults::{Fault, Requests, Rule};
use skeg_test_cluster::wait_until;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn answers_in_the_servers_place() {
    for code in [429, 500, 502, 503, 504] {
        let scene = Scene::with(Fault::text(code));
        let answer = scene.create("map").unwrap();
        assert_eq!(answer.code, code);
        assert!(answer.body.ends_with("a fault on purpose\n") && !answer.head.contains("retry-after"), "{answer:?}");
        assert!(!scene.has("map") && scene.proxy.passed() == 0);
        assert_eq!(scene.create("map").unwrap().code, 201);
    }
    let scene = Scene::with(Fault::come_again(429, 7));
    let answer = scene.create("map").unwrap();
    let status: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((status["kind"].as_str(), status["reason"].as_str()), (Some("Status"), Some("TooManyRequests")));
    assert!(answer.code == 429 && answer.head.contains("retry-after: 7\r\n"), "{answer:?}");
    let scene = Scene::with(Fault::status(410));
    assert!(scene.create("map").unwrap().body.contains(r#""reason":"Expired""#));
}

#[test]
fn cuts() {
    let table = [
        (Fault::CutBefore, Lost::Silent, false),
        (Fault::CutAfter, Lost::Silent, true),
        (Fault::CutMidBody, Lost::Half, true),
    ];
    for (fault, lost, took_effect) in table {
        let scene = Scene::with(fault.clone());
        assert_eq!(scene.create("map").unwrap_err(), lost, "{fault:?}");
        assert_eq!(scene.has("map"), took_effect, "{fault:?}");
        assert_eq!(scene.proxy.passed(), usize::from(took_effect), "{fault:?}");
    }
}

#[test]
fn a_delay_delays() {
    let scene = Scene::with(Fault::Delay(Duration::from_millis(300)));
    let start = Instant::now();
    assert_eq!(scene.create("map").unwrap().code, 201);
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[test]
fn what_is_paused_waits_for_the_test() {
    for (fault, took_effect) in [(Fault::Pause, false), (Fault::PauseAfter, true)] {
        let scene = Scene::new();
        let rule = scene.proxy.add(Rule::new(fault).only(Requests::Writes).nth(2));
        assert_eq!(scene.create("first").unwrap().code, 201);
        std::thread::scope(|scope| {
            let second = scope.spawn(|| scene.create("second").unwrap().code);
            assert!(rule.wait_held(LIMIT));
            assert_eq!(scene.has("second"), took_effect);
            assert_eq!(scene.create("third").unwrap().code, 201, "others go on");
            assert!(!second.is_finished());
            rule.release();
            assert_eq!(second.join().unwrap(), 201);
        });
        assert!(scene.has("second"));
        assert_eq!((rule.fired(), rule.matched(), rule.held()), (1, 3, 1));
    }
}

#[test]
fn a_client_that_ends_in_a_pause_has_sent_nothing() {
    let scene = Scene::new();
    let rule = scene.proxy.add(Rule::new(Fault::Pause).nth(1));
    let body = r#"{"metadata": {"name": "map"}}"#;
    let stream = super::client::open(&scene.proxy, "POST", &scene.maps(), body).unwrap();
    assert!(rule.wait_held(LIMIT));
    drop(stream);
    // By the time the proxy handles the next request, it has noticed the end of the previous one.
    send(&scene.proxy, "GET", &scene.maps(), "").unwrap();
    rule.release();
    send(&scene.proxy, "GET", &scene.maps(), "").unwrap();
    assert!(!scene.has("map") && scene.proxy.passed() == 2);
}

#[test]
fn in_a_blackout_nobody_is_served() {
    let scene = Scene::new();
    let rule = scene.proxy.add(Rule::new(Fault::Blackout(Duration::from_secs(2))).method("POST").nth(1));
    let mut watch =
        super::client::Watch::open(&scene.proxy, &format!("{}?watch=1&fieldSelector=metadata.name=map", scene.maps()));
    assert_eq!(scene.create("map").unwrap_err(), Lost::Silent);
    wait_until(LIMIT, || (scene.create("map").unwrap_err() == Lost::Refused).then_some(())).unwrap();
    assert_eq!(watch.next(), super::client::Next::Cut);
    let answer = wait_until(LIMIT, || scene.create("map").ok()).unwrap();
    assert_eq!((answer.code, rule.fired()), (201, 1));
}

#[test]
fn rules_are_told_apart_and_counted() {
    let scene = Scene::new();
    let first = scene.proxy.add(Rule::new(Fault::status(500)).method("POST").nth(2));
    let second = scene.proxy.add(Rule::new(Fault::status(503)).path("/configmaps").every(2));
    let codes: Vec<u16> = (0..4).map(|n| scene.create(&format!("map-{n}")).unwrap().code).collect();
    assert_eq!(codes, [201, 500, 201, 503]);
    assert_eq!(send(&scene.proxy, "GET", "/version", "").unwrap().code, 200);
    assert_eq!((first.fired(), first.matched(), second.fired(), second.matched()), (1, 4, 1, 4));
    second.stop();
    assert_eq!([scene.create("map-5").unwrap().code, scene.create("map-6").unwrap().code], [201, 201]);
    let seen = scene.proxy.seen();
    assert_eq!(scene.proxy.passed(), 5);
    assert_eq!((seen.len(), seen.iter().filter(|one| one.hit).count()), (7, 2));
    assert_eq!((seen[4].method.as_str(), seen[4].target.as_str()), ("GET", "/version"));
}
