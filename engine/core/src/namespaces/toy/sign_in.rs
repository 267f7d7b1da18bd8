//! toy, who signed: a signature is the address and the text, backwards.

use super::Toy;
use crate::error::Result;
use crate::flow::Cx;
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{Signed, Verifies};
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::{Value, json};

impl Verifies for Toy {
    fn signed(_: Cx, of: Signed) -> Local<Result<bool>> {
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
