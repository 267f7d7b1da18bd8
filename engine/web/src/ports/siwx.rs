//! The page's sign-in sessions, from the element, which keeps the page's object (element/src/engine/siwx.ts).

use super::host::PageHost;
use crate::js;
use serde_json::Value;
use wallet_engine::constants::RPC_BYTES_MAX;
use wallet_engine::error::foreign_text;
use wallet_engine::ports::Local;
use wallet_engine::ports::siwx::{Siwx, SiwxFault, SiwxSettings};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

fn fault(thrown: &JsValue) -> SiwxFault {
    let message = thrown.as_string().or_else(|| js::text(thrown, "message"));
    SiwxFault(foreign_text(&message.unwrap_or_default()))
}

impl Siwx for PageHost {
    fn settings(&self) -> SiwxSettings {
        let given = self.0.siwx("settings", JsValue::NULL).unwrap_or_default();
        let flag =
            |name, default| js::property(&given, name).and_then(|flag| flag.as_bool()).unwrap_or(default);
        SiwxSettings {
            required: flag("required", false),
            sign_out_on_disconnect: flag("signOutOnDisconnect", true),
            sign_out_on_account_change: flag("signOutOnAccountChange", true),
            sign_out_on_network_change: flag("signOutOnNetworkChange", false),
            prompt_after_reload: flag("promptAfterReload", true),
            is_in_page: flag("inPage", false),
        }
    }

    fn call(&self, method: &'static str, arguments: &Value) -> Local<Result<Value, SiwxFault>> {
        let asked = self.0.siwx(method, js::parsed(&wallet_engine::json::text(arguments)));
        Box::pin(async move {
            let asked = asked.map_err(|thrown| fault(&thrown))?;
            let answer = JsFuture::from(js_sys::Promise::resolve(&asked)).await;
            let answer = answer.map_err(|thrown| fault(&thrown))?;
            js::value(&answer, RPC_BYTES_MAX).map_err(|_| SiwxFault("unreadable answer".into()))
        })
    }
}
