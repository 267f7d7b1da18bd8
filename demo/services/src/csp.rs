//! Content security policies, one for each kind of host. The page's is the strictest the product promises to work under
//! (docs/spec/security.md B1): the demo and every browser test run with it, so a violation shows at once.

use crate::{
    ports::{self, Port},
    world::World,
};

/// The demo page: own scripts and styles only, no HTML sinks, connections to the services and the chains alone.
pub fn page(world: &World) -> String {
    let services = [ports::WALLETS, ports::DATA, ports::ANALYTICS, ports::RELAY, ports::SECOND_RELAY];
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
         connect-src 'self' {}; frame-src {}; font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
        reachable(world, &services),
        world.origins.of(ports::SECURE),
    )
}

/// The demo page as an app of Safe: as the page, and the page's other name may frame it.
pub fn safe_app(world: &World) -> String {
    let ancestors = format!("frame-ancestors 'self' {};", world.origins.twin_of(ports::PAGE));
    page(world).replace("frame-ancestors 'self';", &ancestors)
}

/// The demo's Safe: its own script, the chains, the page in a frame. Nobody may frame it.
pub fn safe(world: &World) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {}; frame-src {}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        reachable(world, &[]),
        world.origins.of(ports::PAGE),
    )
}

/// The demo wallet's window: its own script, and the chains it sends to. Nobody may frame it.
pub fn demo_wallet(world: &World) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' {}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        reachable(world, &[]),
    )
}

/// The wallet that pairs: as the window, and the relay. Bundled libraries of others run here, so Trusted Types are left out.
pub fn pocket_wallet(world: &World) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' {}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        reachable(world, &[ports::RELAY, ports::SECOND_RELAY]),
    )
}

/// The secure site's frame: framed by the pages of its project alone, connected to nothing but its own host.
/// `more`: what else it may frame (a fault of tests).
pub fn secure_frame(ancestors: &str, more: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src {more}; base-uri 'none'; \
         form-action 'none'; frame-ancestors {ancestors}; require-trusted-types-for 'script'; trusted-types 'none'"
    )
}

/// The secure site's other pages: forms and small scripts of its own, framed by nobody. A form of a provider may lead back to the demo's
/// page: a browser asks the policy about where a form is redirected to as well.
pub fn secure_page(world: &World) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self' {} {}; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        world.origins.of(ports::PAGE),
        world.origins.twin_of(ports::PAGE),
    )
}

/// The pages of those who sell: forms, a script that closes the window, framed by nobody.
pub fn seller() -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        .to_owned()
}

/// The explorer: plain pages with one style sheet and no script.
pub fn explorer() -> String {
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'"
        .to_owned()
}

/// The APIs: data, never a document.
pub fn api() -> String {
    "default-src 'none'; frame-ancestors 'none'".to_owned()
}

/// The origins of these hosts, of every chain and of the nodes of other families, as a policy lists them.
fn reachable(world: &World, hosts: &[Port]) -> String {
    let hosts = hosts.iter().map(|port| world.origins.of(*port));
    let chains = world.chains.iter().map(|chain| chain.origin().to_owned());
    let nodes = world.nodes.iter().map(|(_, origin)| origin.clone());
    hosts.chain(chains).chain(nodes).collect::<Vec<_>>().join(" ")
}
