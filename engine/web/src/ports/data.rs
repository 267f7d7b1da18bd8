//! The page's own data, from the element, which keeps the page's functions (element/src/data).

use super::host::PageHost;
use wallet_engine::constants::HTTP_BODY_BYTES_MAX;
use wallet_engine::ports::Local;
use wallet_engine::ports::data::Data;
use wallet_engine::ports::http::HttpRequest;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

impl Data for PageHost {
    fn ask(&self, name: &'static str, request: &HttpRequest) -> Local<Option<String>> {
        let asked = self.0.data(name, &request.url, request.body.as_ref().map(|body| body.text.as_str()));
        Box::pin(async move {
            let answer: js_sys::JsString = JsFuture::from(asked).await.ok()?.dyn_into().ok()?;
            (answer.length() as usize <= HTTP_BODY_BYTES_MAX).then(|| answer.into())
        })
    }
}
