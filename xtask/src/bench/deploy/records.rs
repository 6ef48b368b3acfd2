//! Reading records from a distant server: the list of many releases, and the history of one with many revisions.

use super::{Program, Row, Stage, charts, child, cost, distance, print_requests};
use skeg_test_cluster::Helm;
use std::process::Command;
use std::time::Duration;

const RELEASES: usize = 300;
const REVISIONS: usize = 200;
const ROUND_TRIP: Duration = Duration::from_millis(50);

/// What is read.
#[derive(Clone, Copy)]
enum Reading {
    List,
    History,
}

impl Reading {
    fn name(self) -> String {
        match self {
            Reading::List => format!("{RELEASES} releases, {} ms away: list", ROUND_TRIP.as_millis()),
            Reading::History => format!("{REVISIONS} revisions, {} ms away: history", ROUND_TRIP.as_millis()),
        }
    }
}

impl Stage {
    /// Reads several times, alternating between the programs.
    pub(super) fn read_records(&self, only: &str, runs: usize) -> Result<Vec<Row>, String> {
        let readings = [Reading::List, Reading::History].into_iter().filter(|reading| reading.name().contains(only));
        readings.map(|reading| self.read(reading, runs)).collect()
    }

    fn read(&self, reading: Reading, runs: usize) -> Result<Row, String> {
        let name = reading.name();
        println!("measuring {name} ({runs} runs each)");
        let namespace = self.cluster.fresh_namespace("records").map_err(|why| why.to_string())?;
        self.fill(reading, &namespace)?;
        let port = self.cluster.server_url().rsplit(':').next().and_then(|port| port.parse().ok());
        let far = distance::open(port.ok_or("the API server has no port")?, ROUND_TRIP)?;
        let server = format!("https://127.0.0.1:{far}");
        let (mut skeg, mut helm) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            for (program, measured) in [(Program::Skeg, &mut skeg), (Program::Helm, &mut helm)] {
                let mut command = self.reading(reading, program, &namespace, &server)?;
                measured.push(self.counted(program, &mut command)?);
            }
        }
        print_requests(&name, &skeg);
        Ok(Row { name, skeg: cost(skeg), helm: Some(cost(helm)) })
    }

    /// Creates the records with Skeg.
    fn fill(&self, reading: Reading, namespace: &str) -> Result<(), String> {
        let chart = charts::named(self.cluster.folder(), 3)?;
        let count = match reading {
            Reading::List => RELEASES,
            Reading::History => REVISIONS,
        };
        for number in 1..=count {
            let mut command = self.cluster.secluded(&self.skeg);
            let release = match reading {
                Reading::List => format!("release-{number}"),
                Reading::History => "long".to_owned(),
            };
            command.args(["release", "install", &release, "--namespace", namespace]).arg(&chart);
            command.args(["--set", &format!("changed=n{number}"), "--release-history-limit", "0"]);
            child::run(&mut command)?;
        }
        Ok(())
    }

    fn reading(&self, reading: Reading, program: Program, namespace: &str, server: &str) -> Result<Command, String> {
        let mut command = match program {
            Program::Skeg => self.cluster.secluded(&self.skeg),
            Program::Helm => self.cluster.helm(Helm::V4).map_err(|why| why.to_string())?,
        };
        match (program, reading) {
            (Program::Skeg, Reading::List) => command.args(["release", "list"]),
            (Program::Skeg, Reading::History) => command.args(["release", "history", "long"]),
            // Without a limit, as in Skeg; by default it shows 256.
            (Program::Helm, Reading::List) => command.args(["list", "--max", "0"]),
            (Program::Helm, Reading::History) => command.args(["history", "long"]),
        };
        let flag = if program == Program::Skeg { "--kube-api-server" } else { "--kube-apiserver" };
        command.args(["--namespace", namespace, flag, server]);
        Ok(command)
    }
}
