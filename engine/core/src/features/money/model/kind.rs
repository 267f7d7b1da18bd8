//! The kinds of entries, with everything that depends on the kind in one row. A new kind only compiles with a complete row.

use serde::Serialize;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransactionKind {
    /// A transfer of coins or tokens to a recipient.
    Send,
    /// A swap of one token for another.
    Swap,
    /// The approval before a swap.
    Approve,
    /// The revocation of an approval.
    Revoke,
    /// A payment that the page requested.
    Pay,
    /// A page's request. Also for an entry whose kind this version doesn't know.
    Request,
}

/// The keys of the toasts (features/shell/model/toasts.rs).
pub(crate) struct Toasts {
    /// The wallet accepted the transaction.
    pub sent: &'static str,
    /// The transaction is in a block.
    pub confirmed: &'static str,
    /// The transaction had no effect, or wasn't sent.
    pub failed: &'static str,
    /// It is unknown whether the transaction was broadcast.
    pub lost: &'static str,
}

/// The names of tracked events. Empty for those that aren't tracked.
pub(crate) struct Tracked {
    /// The user confirmed in the modal.
    pub initiated: &'static str,
    /// The user rejected it in the wallet.
    pub rejected: &'static str,
    /// It failed before it was sent.
    pub error: &'static str,
    /// The wallet accepted it.
    pub success: &'static str,
}

/// The properties of a kind. Its title is in the view (`tx.kind.…`, whose absence is a compile error there).
pub(crate) struct KindRow {
    /// The name in storage and for the page.
    pub name: &'static str,
    pub toasts: Toasts,
    pub tracked: Tracked,
    /// The feature whose action `answered` reads a late response of the wallet.
    pub heard_by: &'static str,
    /// `to` is a paid user or contract, not just a called one.
    pub pays_receiver: bool,
}

const UNTRACKED: Tracked = Tracked { initiated: "", rejected: "", error: "", success: "" };

const SENDS: Toasts = Toasts {
    sent: "toast.send_sent",
    confirmed: "toast.send_confirmed",
    failed: "toast.send_failed",
    lost: "toast.send_lost",
};

const SEND: KindRow = KindRow {
    name: "send",
    toasts: SENDS,
    tracked: Tracked {
        initiated: "SEND_INITIATED",
        rejected: "SEND_REJECTED",
        error: "SEND_ERROR",
        success: "SEND_SUCCESS",
    },
    heard_by: "send",
    pays_receiver: true,
};

const SWAP: KindRow = KindRow {
    name: "swap",
    toasts: Toasts {
        sent: "toast.swap_sent",
        confirmed: "toast.swap_confirmed",
        failed: "toast.swap_failed",
        lost: "toast.send_lost",
    },
    tracked: Tracked {
        initiated: "INITIATE_SWAP",
        rejected: "SWAP_ERROR",
        error: "SWAP_ERROR",
        success: "SWAP_SUCCESS",
    },
    heard_by: "swap",
    pays_receiver: false,
};

/// It is tracked with the swap that it is for.
const APPROVE: KindRow = KindRow {
    name: "approve",
    toasts: Toasts {
        sent: "toast.approve_sent",
        confirmed: "toast.approve_confirmed",
        failed: "toast.approve_failed",
        lost: "toast.send_lost",
    },
    tracked: Tracked { rejected: "SWAP_APPROVAL_ERROR", error: "SWAP_APPROVAL_ERROR", ..UNTRACKED },
    heard_by: "swap",
    pays_receiver: false,
};

/// None of the tracked events (docs/spec/public-api.md section 6).
const REVOKE: KindRow = KindRow {
    name: "revoke",
    toasts: Toasts {
        sent: "toast.revoke_sent",
        confirmed: "toast.revoke_confirmed",
        failed: "toast.revoke_failed",
        lost: "toast.revoke_lost",
    },
    tracked: UNTRACKED,
    heard_by: "approvals",
    pays_receiver: false,
};

/// The result is tracked once the network has it.
const PAY: KindRow = KindRow {
    name: "pay",
    toasts: SENDS,
    tracked: Tracked { initiated: "PAY_INITIATED", rejected: "PAY_ERROR", error: "PAY_ERROR", success: "" },
    heard_by: "send",
    pays_receiver: true,
};

const REQUEST: KindRow = KindRow {
    name: "request",
    toasts: Toasts {
        sent: "toast.transaction_sent",
        confirmed: "toast.transaction_confirmed",
        failed: "toast.transaction_failed",
        lost: "toast.transaction_lost",
    },
    tracked: UNTRACKED,
    heard_by: "send",
    pays_receiver: false,
};

impl TransactionKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Send, Self::Swap, Self::Approve, Self::Revoke, Self::Pay, Self::Request];

    /// The kind of a stored name. An unknown name becomes `Request`.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.row().name == name).unwrap_or(Self::Request)
    }

    pub(crate) const fn row(self) -> &'static KindRow {
        match self {
            Self::Send => &SEND,
            Self::Swap => &SWAP,
            Self::Approve => &APPROVE,
            Self::Revoke => &REVOKE,
            Self::Pay => &PAY,
            Self::Request => &REQUEST,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn stores_a_kind_by_name_and_reads_an_unknown_one_as_a_request() {
        for kind in TransactionKind::ALL {
            assert_eq!(TransactionKind::parse(kind.row().name), kind);
            assert_eq!(serde_json::to_value(kind).unwrap().as_str().unwrap(), kind.row().name.to_string());
        }
        for name in ["bridge", "", "Send", "request "] {
            assert_eq!(TransactionKind::parse(name), TransactionKind::Request, "{name}");
        }
    }
}
