//! The verification for toy: a signature is the address and the text, reversed.

use super::Toy;
use crate::caip::Namespace;
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::json::json;
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{self, Signed, Verifies};
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// The feature's entry: provides the namespace's verifier.
pub fn run(cx: Cx, _: &'static str, _: String, _: Value) -> Flow {
    verify::provide(&cx, Namespace::Toy, &Toy)
}

impl Verifies for Toy {
    fn signed(&self, _: Cx, of: Signed) -> Local<Result<bool>> {
        let expected: String = [of.address, of.message].concat().chars().rev().collect();
        Box::pin(async move { Ok(of.signature == expected) })
    }
}

impl SignsIn for Toy {
    fn request(text: &str, address: &str) -> Option<(&'static str, Value)> {
        Some(("toy_signMessage", json!({ "account": address, "message": text })))
    }

    fn signature(answer: &Value) -> Option<String> {
        answer.get("signed").and_then(Value::as_str).map(String::from)
    }
}
