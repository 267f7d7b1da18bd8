//! toy, who signed: a signature is the address and the text, backwards.

use super::Toy;
use crate::error::Result;
use crate::flow::Cx;
use crate::ports::Local;
use crate::signing::verify::{Signed, Verifies};
use alloc::boxed::Box;
use alloc::string::String;

impl Verifies for Toy {
    fn signed(_: Cx, of: Signed) -> Local<Result<bool>> {
        let expected: String = [of.address, of.message].concat().chars().rev().collect();
        Box::pin(async move { Ok(of.signature == expected) })
    }
}
