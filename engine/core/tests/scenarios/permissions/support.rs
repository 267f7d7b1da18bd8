//! A service with smart sessions next to the world.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::ports::http::{HttpFault, HttpRequest};

/// The world's clock begins here.
pub const NOW_S: u64 = 1_700_000_000;
pub const SIGNATURE_CHARS: usize = 130;

/// The service.
pub struct Service {
    pub list: RefCell<Vec<Value>>,
    /// Instead of the list.
    pub answer: RefCell<Option<Value>>,
    /// Of the list; 0: unreachable.
    pub status: Cell<u16>,
    /// Of the revocation; 0: unreachable.
    pub revoke_status: Cell<u16>,
    /// What it says to a revocation.
    pub success: Cell<bool>,
    /// It says so and keeps it.
    pub keeps: Cell<bool>,
    pub held: HeldResponses,
    /// Answers to the list wait.
    pub holds: Cell<bool>,
}

impl Default for Service {
    fn default() -> Self {
        Self {
            list: RefCell::default(),
            answer: RefCell::default(),
            status: Cell::new(200),
            revoke_status: Cell::new(200),
            success: Cell::new(true),
            keeps: Cell::new(false),
            held: HeldResponses::default(),
            holds: Cell::new(false),
        }
    }
}

fn answered(code: u16, body: &Value) -> Served {
    match code {
        0 => Box::pin(async { Err(HttpFault::Network) }),
        code => status(code, &body.to_string()),
    }
}

impl Service {
    pub fn serve(self: &Rc<Self>, world: &World) {
        let service = self.clone();
        world.served(move |request| service.answers(request));
    }

    fn answers(&self, request: &HttpRequest) -> Option<Served> {
        let path = request.url.split('?').next()?;
        if path.ends_with("/revoke") && path.contains("/v1/sessions/") {
            let body: Value = serde_json::from_str(&request.body.as_ref()?.text).unwrap();
            if self.revoke_status.get() == 200 && self.success.get() && !self.keeps.get() {
                for session in self.list.borrow_mut().iter_mut().filter(|one| one["pci"] == body["pci"]) {
                    session["revokedAt"] = json!(NOW_S + 60);
                }
            }
            return Some(answered(self.revoke_status.get(), &json!({ "success": self.success.get() })));
        }
        if !path.contains("/v1/sessions/") {
            return None;
        }
        let list = self.answer.borrow().clone().unwrap_or_else(|| json!({ "pcis": *self.list.borrow() }));
        let answer = answered(self.status.get(), &list);
        Some(if self.holds.get() { self.held.hold(answer) } else { answer })
    }
}

pub fn allowance(units: &str) -> Value {
    json!({ "type": "native-token-recurring-allowance", "data": { "allowance": units, "start": NOW_S - 9, "period": 86_400 } })
}

pub fn session(pci: &str, created_s: u64, expiry_s: u64) -> Value {
    json!({ "pci": pci, "createdAt": created_s, "expiry": expiry_s, "context": pci,
        "project": { "id": "p", "name": "Lagoon Games", "url": "https://lagoon.example/play" },
        "permissions": [allowance("0x6f05b59d3b20000")], "policies": [{ "id": "call-limit" }] })
}

pub fn options_of_sessions() -> Value {
    let mut options = options();
    options["features"] = json!({ "smartSessions": true });
    options
}

/// Connected, with these sessions; the list is shown.
pub fn listed(sessions: &[Value]) -> (World, Rc<Service>) {
    let (world, service) = connected(sessions);
    world.open("SmartSessionList");
    world.run();
    (world, service)
}

pub fn connected(sessions: &[Value]) -> (World, Rc<Service>) {
    let world = World::with(options_of_sessions(), Default::default());
    let service = Rc::new(Service::default());
    service.list.borrow_mut().extend_from_slice(sessions);
    service.serve(&world);
    world.join();
    world.open("Account");
    (world, service)
}

pub fn slice(world: &World) -> Value {
    world.slice("sessions")
}

/// Ids of the rows that are shown.
pub fn rows(world: &World) -> Vec<String> {
    let months = slice(world)["months"].clone();
    let rows = months.as_array().unwrap().iter().flat_map(|month| month["rows"].as_array().unwrap().clone());
    rows.map(|row| row["pci"].as_str().unwrap().to_owned()).collect()
}

pub fn row(world: &World, pci: &str) -> Value {
    let months = slice(world)["months"].clone();
    let mut rows =
        months.as_array().unwrap().iter().flat_map(|month| month["rows"].as_array().unwrap().clone());
    rows.find(|row| row["pci"] == pci).unwrap_or(Value::Null)
}

pub fn signature() -> String {
    format!("0x{}", "1b".repeat(SIGNATURE_CHARS / 2))
}
