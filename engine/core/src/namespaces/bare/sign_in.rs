//! bare: its accounts don't sign in.

use super::Bare;
use crate::signing::sign_in::SignsIn;

impl SignsIn for Bare {}
