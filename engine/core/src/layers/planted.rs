//! A violation of each rule, in a crate of a few lines. The rule must find exactly that violation.

use super::RULES;
use super::imports::Files;
use std::string::ToString;
use std::vec::Vec;

/// The common part of all planted crates.
const AROUND: &[(&str, &str)] = &[
    ("lib.rs", "pub mod caip;\n"),
    ("caip.rs", "pub struct ChainId;\n"),
    ("command.rs", ""),
    ("store.rs", "pub struct State;\npub struct Published;\n"),
    ("flow/mod.rs", "pub struct Cx;\n"),
    ("features/mod.rs", "pub mod shell;\npub mod pay;\n\n    \"pay\" => pay::wallet::run;\n"),
    ("features/shell/mod.rs", "pub mod model;\npub mod router;\n\npub(crate) use model::View;\n"),
    ("features/shell/model.rs", "pub enum View {}\n"),
    (
        "features/shell/router.rs",
        "use crate::flow::Cx;\n\npub use super::model::View;\n\npub fn open(_: &Cx) {}\n",
    ),
    ("features/pay/mod.rs", "mod wallet;\n"),
];

/// A path, a text, and the expected violation: the rule and its message.
type Planted = (&'static str, &'static str, Option<(&'static str, &'static str)>);

/// An added or replaced file, and the rule that it violates with the message. Without a rule, the file is valid.
const PLANTED: &[Planted] = &[
    ("flags.rs", "", Some(("every file has its layer", "flags.rs has no layer"))),
    ("plugins/mod.rs", "", Some(("every file has its layer", "plugins/mod.rs has no layer"))),
    ("caip_more.rs", "", Some(("every file has its layer", "caip_more.rs has no layer"))),
    ("namespaces/toy/rules.rs", "", None),
    (
        "namespaces/toy/balances.rs",
        "",
        Some(("a namespace has the shape of the others", "namespaces/toy/balances.rs is in balances")),
    ),
    (
        "caip.rs",
        "use crate::flow::Cx;\n",
        Some(("no file imports a layer above its own", "caip.rs (entities) imports flow::Cx (flow)")),
    ),
    (
        "caip.rs",
        "use super::flow::Cx;\n",
        Some(("no file imports a layer above its own", "caip.rs (entities) imports flow::Cx (flow)")),
    ),
    (
        "ports/clock.rs",
        "mod twin {\n    use super::super::super::flow::Cx;\n}\n",
        Some(("no file imports a layer above its own", "ports/clock.rs (entities) imports flow::Cx (flow)")),
    ),
    (
        "ports/clock.rs",
        "use crate::{\n    caip::ChainId,\n    store::{State, Published},\n};\n",
        Some((
            "no file imports a layer above its own",
            "ports/clock.rs (entities) imports store::Published (state)",
        )),
    ),
    (
        "features/shell/model.rs",
        "use super::router::open;\n\npub enum View {}\n",
        Some((
            "no file imports a layer above its own",
            "features/shell/model.rs (model) imports features::shell::router::open (flows of features)",
        )),
    ),
    (
        "features/pay/model.rs",
        "use crate::features::shell::router;\n",
        Some((
            "no file imports a layer above its own",
            "features/pay/model.rs (model) imports features::shell::router (flows of features)",
        )),
    ),
    (
        "features/pay/model.rs",
        "fn show(cx: &Cx) {}\n",
        Some(("models never see a flow", "features/pay/model.rs sees `Cx`")),
    ),
    (
        "features/pay/wallet.rs",
        "use crate::features::shell::router::open;\n",
        Some((
            "a subject is entered by its door",
            "features/pay/wallet.rs names features::shell::router::open",
        )),
    ),
    (
        "features/pay/wallet.rs",
        "use super::super::shell::{View, router::{self, open}};\n",
        Some((
            "a subject is entered by its door",
            "features/pay/wallet.rs names features::shell::router::open",
        )),
    ),
    (
        "features/pay/mod.rs",
        "fn begin() {\n    super::shell::router::open();\n}\n",
        Some(("a subject is entered by its door", "features/pay/mod.rs names features::shell::router::open")),
    ),
    (
        "features/pay/mod.rs",
        "use crate::features::shell;\n\nfn begin() {\n    shell::router::open();\n}\n",
        Some(("a subject is entered by its door", "features/pay/mod.rs names features::shell::router::open")),
    ),
    (
        "features/pay/wallet.rs",
        "pub struct Pay(crate::features::shell::model::View);\n",
        Some((
            "a subject is entered by its door",
            "features/pay/wallet.rs names features::shell::model::View",
        )),
    ),
    (
        "features/pay/model.rs",
        "use crate::features::shell::View;\n",
        Some(("a model imports models, never a door", "features/pay/model.rs imports features::shell::View")),
    ),
    (
        "features/pay/model.rs",
        "pub struct Pay(super::super::shell::View);\n",
        Some(("a model imports models, never a door", "features/pay/model.rs imports features::shell::View")),
    ),
    (
        "features/shell/model/more.rs",
        "use super::super::router::View;\n",
        Some((
            "a model imports models, never a door",
            "features/shell/model/more.rs imports features::shell::router::View",
        )),
    ),
    ("features/pay/model.rs", "pub struct Pay(crate::features::shell::model::View);\n", None),
    (
        "features/pay/wallet.rs",
        "fn is(at: crate::features::shell::View) -> bool { at == crate::features::shell::View::Pay }\n",
        None,
    ),
    ("features/shell/theme.rs", "use crate::features::shell::router::open;\n", None),
    (
        "features/shell/theme.rs",
        "//! Colors.\n\npub(crate) use super::model::{self, *};\n",
        Some((
            "no feature re-exports by glob",
            "features/shell/theme.rs re-exports features::shell::model::*",
        )),
    ),
    ("features/shell/theme.rs", "//! Colors.\n\nuse super::model::*;\n", None),
    (
        "features/pay/wallet.rs",
        "fn go(cx: &Cx) {\n    drop(cx.run(\"pay\", PayAction::Resume, Value::Null));\n}\n",
        Some(("a row is named in the door of its subject", "features/pay/wallet.rs runs pay")),
    ),
    (
        "features/shell/mod.rs",
        "pub mod model;\npub mod router;\n\npub(crate) use model::View;\n\nfn go(cx: &Cx) {\n    drop(cx.run(\n        \"pay\", PayAction::Resume));\n}\n",
        Some(("a row is named in the door of its subject", "features/shell/mod.rs runs pay")),
    ),
    (
        "features/pay/mod.rs",
        "fn go(cx: &Cx) {\n    drop(cx.run(\"paid\", PayAction::Resume));\n}\n",
        Some(("a row is named in the door of its subject", "features/pay/mod.rs runs paid")),
    ),
    (
        "engine.rs",
        "fn go(&self) {\n    self.0.run(\"pay\", PayAction::Resume);\n}\n",
        Some(("a row is named in the door of its subject", "engine.rs runs pay")),
    ),
    (
        "features/pay/mod.rs",
        "fn go(cx: &Cx) {\n    cx.run(\"pay\", PayAction::Resume, Value::Null);\n}\n",
        None,
    ),
    ("engine.rs", "fn go(&self, row: &str) {\n    self.0.run(row, \"resume\");\n}\n", None),
    (
        "features/pay/wallet.rs",
        "crate::command::commands! {\n    PayAction\n    own {\n        \"resume\" Resume,\n    }\n}\n",
        Some(("each declared action is read", "features/pay/wallet.rs declares PayAction::Resume")),
    ),
    (
        "features/pay/wallet.rs",
        "crate::command::commands! {\n    pub enum PayCommand, PayAction {\n        \"resume\" Resume { id: u32 },\n        \"resumed\" Resumed {},\n    }\n}\n\nfn run(action: &str) -> bool {\n    action == PayAction::Resumed\n}\n",
        Some(("each declared action is read", "features/pay/wallet.rs declares PayAction::Resume")),
    ),
    (
        "features/pay/wallet.rs",
        "crate::command::commands! {\n    PayAction\n    own {\n        \"resume\" Resume,\n    }\n}\n\nfn run(action: &str) {\n    match action.as_str() {\n        PayAction::Resume => {}\n        _ => {}\n    }\n}\n",
        None,
    ),
    (
        "features/pay/wallet.rs",
        "fn run(action: &str) {\n    match action.as_str() {\n        PayAction::Open => {\n            match of {\n                \"a\" => {}\n            }\n        }\n        \"resume\" | \"renew\" => {}\n    }\n}\n",
        Some((
            "an action is named by its declaration",
            "features/pay/wallet.rs matches \"resume\" | \"renew\" => {}",
        )),
    ),
    (
        "features/pay/wallet.rs",
        "fn is(action: &str) -> bool {\n    action == \"resume\"\n}\n",
        Some(("an action is named by its declaration", "features/pay/wallet.rs compares action == \"")),
    ),
    (
        "features/pay/mod.rs",
        "fn go(cx: &Cx) {\n    cx.run(\"pay\", \"resume\", Value::Null);\n}\n",
        Some((
            "an action is named by its declaration",
            "features/pay/mod.rs runs by text: .run(\"pay\", \"resume\", Value::Null);",
        )),
    ),
    (
        "caip.rs",
        "fn text(value: &[u8]) -> String {\n    format!(\"{value:?}\")\n}\n",
        Some(("nothing is written by Debug", "caip.rs writes by {:?}")),
    ),
    // the state tree is no door, and a common prefix doesn't match
    ("features/shell/model/more.rs", "use super::super::model::View;\nuse crate::store::State;\n", None),
    ("features/pay/model.rs", "// of Cx\npub struct Cxs;\n", None),
    ("features/pay/wallet.rs", "use super::super::shell::{View, router};\nuse crate::flow::Cx;\n", None),
    (
        "ports/mod.rs",
        "use super::caip::ChainId;\n\n#[cfg(test)]\nmod tests {\n    use crate::flow::Cx;\n}\n",
        None,
    ),
];

#[test]
fn finds_each_planted_violation() {
    for (path, text, expected) in PLANTED {
        let around = AROUND.iter().map(|(path, text)| (path.to_string(), text.to_string()));
        let mut files: Files = around.collect();
        files.insert(path.to_string(), text.to_string());
        let mut found = Vec::new();
        for (rule, check) in RULES {
            found.extend(check(&files).into_iter().map(|fault| (*rule, fault)));
        }
        let found: Vec<(&str, &str)> = found.iter().map(|(rule, fault)| (*rule, fault.as_str())).collect();
        let expected: Vec<(&str, &str)> = expected.iter().copied().collect();
        assert_eq!(found, expected, "{path}: {text}");
    }
}

#[test]
fn has_a_planted_violation_for_each_rule() {
    for (rule, _) in RULES {
        let is_planted = PLANTED.iter().any(|(_, _, broken)| broken.is_some_and(|(of, _)| of == *rule));
        assert!(is_planted, "nothing is planted for: {rule}");
    }
}
