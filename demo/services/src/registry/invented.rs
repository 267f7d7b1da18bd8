//! Listings that are made up by number: wallets that nobody has.

use super::{
    listing::{Injected, Listing, chains, listing},
    words,
};

/// A wallet that nobody has. Which links it has follows from its number, so that each mixture occurs.
pub(super) fn listing_number(number: usize) -> Listing {
    let name = words::name(number);
    let slug: String = name.to_lowercase().replace(' ', "-");
    let plain = slug.replace('-', "");
    let every = |count: usize| number.is_multiple_of(count);
    let some = |there: bool, text: String| there.then_some(text);
    let phone = number % 3 != 1;
    Listing {
        badge_type: every(3).then_some("certified"),
        description: Some(format!("{name} keeps keys for the demo. It does not exist.")),
        chains: chains(number),
        homepage: Some(format!("https://{slug}.example")),
        rdns: some(every(2), format!("example.{plain}")),
        injected: every(4).then(|| {
            vec![Injected { namespace: "eip155", injected_id: format!("is{}", name.replace(' ', "")) }]
        }),
        link_mode: some(every(5), format!("https://link.{slug}.example")),
        // By the web where there is no scheme of its own.
        mobile_link: phone.then(|| match number % 12 {
            5 => format!("https://{slug}.example/open"),
            _ => format!("{plain}://"),
        }),
        desktop_link: some(every(7), format!("{plain}-desktop://")),
        webapp_link: some(every(6), format!("https://app.{slug}.example")),
        app_store: some(phone, format!("https://phone.example/{slug}")),
        play_store: some(phone, format!("https://robot.example/{slug}")),
        chrome_store: some(every(2), format!("https://browser.example/{slug}")),
        supports_wc: phone || every(7),
        ..listing(&name)
    }
}
