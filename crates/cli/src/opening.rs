//! The heading of a command: what it is about to do, and on which cluster.
//!
//! The cluster is known once the kubeconfig is read; what is about to be done, once there is a plan. So a deploy prints
//! one line when its plan starts. If something must be printed before (a warning, waiting for a lock, an error), the
//! line comes first, and the plan follows in a line of its own.

use skeg_deploy::{Cluster, Event, Plan, ReleaseName};
use skeg_report::{Destination, Undertaking, heading, plan_in_short};

use crate::level::Level;
use crate::printer::Printer;

/// The heading to print.
pub(crate) enum Opening {
    /// None.
    Silent,
    /// `Release shop`, in a namespace (empty for the context's).
    Release {
        what: String,
        namespace: String,
    },
    /// All namespaces.
    Cluster {
        what: String,
    },
    /// A plan has all this in its title; only an error needs it.
    Plan {
        what: String,
        namespace: String,
    },
    Deploy {
        undertaking: Undertaking,
        release: ReleaseName,
    },
}

/// Prints the heading at the right moment, and knows the cluster.
pub(crate) struct Opener {
    opening: Opening,
    destination: Option<Destination>,
    /// The line with the cluster.
    line: String,
    is_said: bool,
    /// The plan in short.
    plan: Option<String>,
}

impl Opener {
    pub(crate) fn new(opening: Opening) -> Opener {
        Opener { opening, destination: None, line: String::new(), is_said: false, plan: None }
    }

    pub(crate) fn silent() -> Opener {
        Opener::new(Opening::Silent)
    }

    /// The cluster is known.
    pub(crate) fn arrive(&mut self, cluster: &Cluster, printer: &mut Printer<'_>) {
        let server = cluster.server();
        let destination = Destination { cluster: server.cluster, context: server.context, address: server.address };
        let home = |namespace: &str| match namespace {
            "" => cluster.default_namespace().to_string(),
            namespace => namespace.to_string(),
        };
        let place = destination.full();
        self.line = match &self.opening {
            Opening::Silent => String::new(),
            Opening::Cluster { what } => format!("{what} in all namespaces on {place}"),
            Opening::Release { what, namespace } | Opening::Plan { what, namespace } => {
                format!("{what} in namespace {} on {place}", home(namespace))
            }
            Opening::Deploy { undertaking, release } => {
                let release = ReleaseName { namespace: home(&release.namespace), ..release.clone() };
                heading(*undertaking, &release, &destination)
            }
        };
        self.destination = Some(destination);
        if matches!(self.opening, Opening::Cluster { .. } | Opening::Release { .. }) {
            self.say(printer);
        }
    }

    pub(crate) fn destination(&self) -> Option<&Destination> {
        self.destination.as_ref()
    }

    /// There is a plan, maybe with nothing to do. Only the first is the deploy's own.
    pub(crate) fn plan(&mut self, plan: &Plan) {
        if matches!(self.opening, Opening::Deploy { .. }) && self.plan.is_none() {
            self.plan = Some(plan_in_short(plan));
        }
    }

    /// Something is about to be printed.
    pub(crate) fn before(&mut self, event: &Event, printer: &mut Printer<'_>) {
        let is_running = matches!(event, Event::PlanStarted { .. });
        match self.plan.take_if(|plan| is_running && !plan.is_empty()) {
            Some(plan) if self.is_said => printer.say(format!("  {plan}")),
            Some(plan) => {
                self.line = format!("{}: {plan}", self.line);
                self.say(printer);
            }
            None => self.say(printer),
        }
        if is_running {
            self.plan = Some(String::new());
        }
    }

    /// Prints the cluster, unless that was done.
    pub(crate) fn say(&mut self, printer: &mut Printer<'_>) {
        if !self.is_said && !self.line.is_empty() {
            self.is_said = true;
            printer.put_heading(Level::Info, &self.line);
        }
    }
}
