//! A token's name from the network (decisions 208, "Labels of tokens", and 224, "Symbols of Solana tokens"): in the
//! mint itself (Token-2022), otherwise in the metadata account of Metaplex's program. A data service can confuse two
//! tokens, but the network stores the issuers' own data.

use super::accounts::Account;
use super::mint::Mint;
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::money::transfer::derived;
use crate::namespaces::solana::reader::effects::key;
use crate::namespaces::terms::OwnSymbol;
use crate::text;
use alloc::string::String;

/// Metaplex's metadata program.
const LABELS: &str = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
/// The kind of an account with token metadata.
const LABELS_KIND: u8 = 4;
/// The size of the fields before the labels in both formats: the issuer's key and the mint.
const HEAD: usize = 64;
/// The maximum lengths of name and symbol, as for services.
const NAME_CHARS: usize = 32;
const SYMBOL_CHARS: usize = 12;

/// The name and symbol of a token. `None` if empty.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Labels {
    pub(crate) name: Option<String>,
    pub(crate) symbol: Option<String>,
}

/// The address of a token's metadata account.
pub(crate) fn place(mint: &Key) -> Option<Key> {
    let of = key(LABELS)?;
    derived(&of, &[b"metadata", &of, mint])
}

/// Reads the labels after the head: the name, then the symbol, each after its length and padded with zeros.
fn read(labels: &[u8], mint: &Key) -> Option<Labels> {
    (labels.get(32..HEAD)? == mint).then_some(())?;
    let text = |rest| -> Option<(&[u8], &[u8])> {
        let (length, rest) = <[u8]>::split_first_chunk::<4>(rest)?;
        rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)
    };
    let (name, rest) = text(labels.get(HEAD..)?)?;
    let (symbol, _) = text(rest)?;
    let label = |bytes, chars| {
        let text = core::str::from_utf8(bytes).ok().map(|of: &str| of.trim_end_matches('\0'));
        text.and_then(|of| text::label(of, chars))
    };
    Some(Labels { name: label(name, NAME_CHARS), symbol: label(symbol, SYMBOL_CHARS) })
}

/// The labels of a token, from its mint or its metadata account. `None` if the network has none, as for many old
/// tokens.
pub(crate) fn of(mint: &Mint, at: &Key, beside: Option<&Account>) -> Option<Labels> {
    let beside = || {
        let account = beside.filter(|account| account.owner == LABELS)?;
        let (kind, rest) = account.data.split_first()?;
        read(rest, at).filter(|_| *kind == LABELS_KIND)
    };
    mint.labels().and_then(|labels| read(labels, at)).or_else(beside)
}

/// The symbol of a token, for a comparison with a list.
pub(crate) fn symbol(mint: &Mint, at: &Key, beside: Option<&Account>) -> OwnSymbol {
    of(mint, at, beside).map_or(OwnSymbol::Unasked, |of| of.symbol.map_or(OwnSymbol::Silent, OwnSymbol::Is))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::solana::reader::instructions::written;

    // the same address as in the program's own library
    // req: 10.12
    #[test]
    fn derives_the_metaplex_account_of_a_mint() {
        let usdc = key("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v").unwrap();
        let at = place(&usdc).map(|at| written(&at));
        assert_eq!(at.as_deref(), Some("5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq"));
    }

    // req: 10.12
    #[test]
    fn survives_any_bytes_of_an_issuer() {
        let mint = [7; 32];
        let labels = |name: &str, symbol: &str| {
            let of = |text: &str| (!text.is_empty()).then(|| text.into());
            Some(Labels { name: of(name), symbol: of(symbol) })
        };
        let whole =
            [&[1; 32][..], &mint, &[3, 0, 0, 0], b"USD", &[6, 0, 0, 0], b"USDC\0\0", b"rest"].concat();
        assert_eq!(read(&whole, &mint), labels("USD", "USDC"));
        assert_eq!(read(&whole, &[8; 32]), None, "of another token");
        for length in 0..81 {
            assert_eq!(read(whole.get(..length).unwrap(), &mint), None, "{length}");
        }
        for at in [HEAD, HEAD + 3, HEAD + 7, HEAD + 10] {
            let mut longer = whole.clone();
            *longer.get_mut(at).unwrap() = 0xff;
            assert_eq!(read(&longer, &mint), None, "{at}");
        }
        let empty = [&[1; 32][..], &mint, &[0; 8]].concat();
        assert_eq!(read(&empty, &mint), labels("", ""));
        let bytes = [&[1; 32][..], &mint, &[0; 4], &[1, 0, 0, 0, 0xff]].concat();
        assert_eq!(read(&bytes, &mint), labels("", ""));
    }
}
