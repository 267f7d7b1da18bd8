//! Names of the registry (docs/spec/services.md A9): a name for the account of the embedded wallet, and what names and addresses lead to.

mod choosing;
mod known;
mod registering;

use crate::embedded::email::page_options;
use crate::embedded::peer::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::flow::Join;
use wallet_engine::ports::http::{HttpFault, HttpRequest};

/// What the registry answers, by call; it can be changed meanwhile.
#[derive(Clone)]
pub struct Registry {
    /// Suggestions and registrations.
    pub suggestions: Rc<RefCell<(u16, Value)>>,
    pub register: Rc<RefCell<(u16, Value)>>,
    /// Answers wait until they are let go.
    pub slow: Rc<RefCell<Option<HeldResponses>>>,
}

impl Default for Registry {
    fn default() -> Self {
        let all = json!({"suggestions": [
            {"name": "alice.reown.id", "registered": false}, {"name": "alice-demo.reown.id", "registered": true},
            {"name": "the-alice.reown.id", "registered": false}]});
        Self {
            suggestions: Rc::new(RefCell::new((200, all))),
            register: Rc::new(RefCell::new((200, json!({"success": true})))),
            slow: Rc::default(),
        }
    }
}

impl Registry {
    fn serve(&self, world: &World) {
        let own = self.clone();
        world.served(move |request| {
            let (code, body) = if request.url.contains("/v1/profile/suggestions/") {
                own.suggestions.borrow().clone()
            } else if is_registration(request) {
                own.register.borrow().clone()
            } else {
                return None;
            };
            let answer = match code {
                0 => Box::pin(async { Err(HttpFault::Network) }) as Served,
                code => status(code, &body.to_string()),
            };
            Some(match &*own.slow.borrow() {
                Some(held) => held.hold(answer),
                None => answer,
            })
        });
    }
}

fn is_registration(request: &HttpRequest) -> bool {
    request.url.contains("/v1/profile/account?")
}

/// Someone who has logged in by email, at a registry that is well.
fn logged_in_here() -> (World, Registry) {
    let world = logged_in_at(page_here(page_options()));
    let registry = Registry::default();
    registry.serve(&world);
    (world, registry)
}

fn page_here(options: Value) -> World {
    let world = World::with(options, Default::default());
    world.open("Connect");
    world
}

fn open(world: &World, view: &str, arguments: Value) -> Join {
    world.dispatch(json!({"type": "router.open", "view": view, "arguments": arguments}))
}

fn typed(world: &World, text: &str) -> Join {
    world.dispatch(json!({"type": "names.type", "text": text}))
}

fn names(world: &World) -> Value {
    world.slice("names")
}

/// The form with "alice" in it, and what is near that.
fn form() -> (World, Registry) {
    let (world, registry) = logged_in_here();
    world.open("AccountSettings");
    world.dispatch(json!({"type": "router.push", "view": "ChooseAccountName"}));
    world.dispatch(json!({"type": "router.push", "view": "RegisterAccountName"}));
    typed(&world, "alice");
    world.pass(1_000);
    assert_eq!((world.view().as_str(), &names(&world)["suggest"]), ("RegisterAccountName", &json!("ready")));
    (world, registry)
}

fn register(world: &World) -> Join {
    world.dispatch(json!({"type": "names.register"}))
}

fn signature() -> Value {
    json!(format!("0x{}", "11".repeat(65)))
}

/// The form has been sent: the frame is asked for the signature.
fn asked() -> (World, Registry, Join) {
    let (world, registry) = form();
    let registered = register(&world);
    assert_eq!(Peer(&world).requests("personal_sign").len(), 1);
    (world, registry, registered)
}

fn sign(world: &World) {
    let peer = Peer(world);
    peer.answer_to(peer.requests("personal_sign").last().unwrap(), signature());
}

/// What the registry was asked to register.
fn registrations(world: &World) -> Vec<Value> {
    let seen = world.http.seen.borrow();
    let all = seen.iter().filter(|request| is_registration(request));
    all.map(|request| serde_json::from_str(&request.body.as_ref().unwrap().text).unwrap()).collect()
}
