//! Content security policies, one for each kind of host. The page's is the strictest the product promises to work under
//! (security.md B1): the demo and every browser test run with it, so a violation shows at once.

use crate::world::World;

/// The demo page: own scripts and styles only, no HTML sinks, connections to the services and the chains alone.
pub fn page(world: &World) -> String {
    let origins = &world.origins;
    let services =
        [&origins.wallet, &origins.data, &origins.analytics, &origins.relay, &origins.second_relay];
    let mut connect: Vec<&str> = services.iter().map(|origin| origin.as_str()).collect();
    connect.extend(world.chains.iter().map(|chain| chain.origin()));
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
         connect-src 'self' {}; frame-src {}; font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
        connect.join(" "),
        origins.secure,
    )
}

/// The demo wallet's window: its own script, and the chains it sends to. Nobody may frame it.
pub fn demo_wallet(world: &World) -> String {
    let chains: Vec<&str> = world.chains.iter().map(|chain| chain.origin()).collect();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' {}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        chains.join(" "),
    )
}

/// The wallet that pairs: as the window, and the relay. Bundled libraries of others run here, so Trusted Types are left out.
pub fn pocket_wallet(world: &World) -> String {
    let origins = &world.origins;
    let mut connect = vec![origins.relay.as_str(), &origins.second_relay];
    connect.extend(world.chains.iter().map(|chain| chain.origin()));
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' {}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        connect.join(" "),
    )
}

/// The explorer: plain pages with one style sheet and no script.
pub fn explorer(_: &World) -> String {
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types 'none'"
        .to_owned()
}

/// The APIs: data, never a document.
pub fn api(_: &World) -> String {
    "default-src 'none'; frame-ancestors 'none'".to_owned()
}
