//! Login with a provider where no window can open: inside a messaging app (4.19, docs/spec/embedded-frame.md section
//! 8). The page itself navigates to the provider and returns with the result in its URL. The result is valid once, for
//! a short time, and only with our own random value.

use super::frame::Frame;
use super::login;
use super::model::stored::{self, RedirectLogin};
use super::protocol::{ConnectSocial, GetSocialRedirectUri, User};
use super::social::check_result;
use super::wallet;
use crate::constants::{EMBEDDED_ID, SOCIAL_RETURN_MS};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::connect;
use crate::features::shell::toasts;
use crate::flow::{Cx, Reply};
use crate::urls;
use alloc::string::{String, ToString};

/// The name of our random value in the page's URL.
const STATE: &str = "wm_state";
const RESULT: &str = "result_uri";

/// Navigates to the provider. Never returns, because the page is replaced.
pub(super) async fn leave(cx: &Cx, provider: &str) -> Result<User> {
    let frame = Frame::of(cx);
    let window = cx.ports().window.get().cloned().ok_or(Error::SocialNotStarted)?;
    let uri = frame.call(GetSocialRedirectUri(provider.to_string())).await.map_err(|error| match error {
        Error::FrameNotLoaded => error,
        _ => Error::SocialNotStarted,
    })?;
    let state = frame.state_nonce();
    // Browsers never send the part after `#` to servers, and a messaging app puts the user's proof there.
    let url = window.facts().url;
    let (page, hash) = url.split_at(url.find('#').unwrap_or(url.len()));
    let back = urls::with(&urls::without(page, &[STATE, RESULT]), STATE, &state);
    let of_site = urls::query(&uri, "state").unwrap_or_default();
    let to = urls::with(
        &urls::without(&uri, &["state"]),
        "state",
        &[&of_site, "--", &urls::encoded(&back)].concat(),
    );
    let started_ms = cx.ports().clock.now_ms();
    let away = RedirectLogin { provider: provider.into(), state, started_ms, hash: hash.into() };
    cx.commit(|s| stored::leave(s, &away)).await;
    window.leave(&to);
    core::future::pending().await
}

/// Handles the page's return.
pub(super) async fn back(cx: &Cx) -> Result<Reply> {
    let Some(away) = cx.commit(stored::come_back).await else { return Ok(Reply::Done) };
    let Some(result) = read(cx, &away) else {
        cx.log("Ignored a social login that returned no valid result to this page");
        return Ok(Reply::Done);
    };
    let connected = async {
        let uri =
            result.map_err(|said| Error::ConnectFailed { details: (!said.is_empty()).then_some(said) })?;
        login::begin(cx, &away.provider)?;
        cx.update(|s| connect::begin(s, EMBEDDED_ID));
        let user = wallet::who_signs(cx, login::family(cx)?).await;
        let user = Frame::of(cx).call(ConnectSocial { uri, user }).await?;
        wallet::taken(cx, login::family(cx)?, user, &away.provider)
    };
    match connected.await {
        Ok(found) => {
            cx.update(|s| s.emit(Event::track("SOCIAL_LOGIN_SUCCESS", &[("provider", &away.provider)])));
            login::finish(cx, found).await
        }
        Err(error) => {
            cx.update(connect::leave);
            toasts::show_error(cx, &error);
            Ok(Reply::Done)
        }
    }
}

/// Reads the result from the page's URL, and removes it from there first.
fn read(cx: &Cx, away: &RedirectLogin) -> Option<core::result::Result<String, String>> {
    let window = cx.ports().window.get()?.clone();
    let secure = cx.read(|s| s.options.services.secure.clone());
    let (page, result) = taken(&window.facts().url, away, cx.ports().clock.now_ms(), &secure)?;
    window.replace(&if page.contains('#') { page } else { page + &away.hash });
    result
}

/// The cleaned URL of the page, with the result if it is valid. `None` if the URL isn't the result of our login: it
/// might be the page's own, so it stays unchanged.
pub(super) fn taken(
    url: &str,
    away: &RedirectLogin,
    now_ms: u64,
    secure: &str,
) -> Option<(String, Option<core::result::Result<String, String>>)> {
    if urls::query(url, STATE)? != away.state {
        return None;
    }
    let is_soon = now_ms.checked_sub(away.started_ms).is_some_and(|age| age < SOCIAL_RETURN_MS);
    let result = urls::query(url, RESULT).filter(|_| is_soon);
    let result = result.and_then(|result| check_result(&result, secure, &away.state));
    Some((urls::without(url, &[STATE, RESULT]), result))
}
