//! The demo's contracts: what is deployed is what the sources give, and behaves as each kind of token does in the field.

use std::process::Command;

use demo_services::{
    abi,
    chain::{Chain, ChainError},
    deploy::ACCOUNTS,
    ids::Address,
    tokens::{Kind, TOKENS, Token, token_at, treasury},
};
use serde_json::{Value, json};

use crate::anvil::{chains, mined, root};

async fn chain(index: usize) -> Chain {
    Chain::connect(&chains()[index], index).await.unwrap()
}

fn account(index: usize) -> Address {
    Address::parse(ACCOUNTS[index]).unwrap()
}

async fn call(chain: &Chain, from: &Address, token: &Token, data: String) -> Result<Value, ChainError> {
    let request = json!({ "from": from.lower(), "to": token.address().lower(), "data": data });
    chain.call("eth_call", json!([request, "latest"])).await
}

fn of(kind: Kind) -> &'static Token {
    TOKENS.iter().find(|token| token.kind == kind).unwrap()
}

#[test]
fn compiled_contracts_match_their_sources() {
    let check = Command::new("node").arg(root().join("demo/contracts/compile.mjs")).arg("--check").status();
    assert!(check.unwrap().success());
}

#[tokio::test]
async fn accounts_hold_their_balances_of_the_table_on_each_chain() {
    for index in 0..2 {
        let chain = chain(index).await;
        for token in TOKENS {
            for (owner, given) in token.given[index].iter().enumerate() {
                let answer =
                    call(&chain, &treasury(), token, abi::balance_of(&account(owner))).await.unwrap();
                assert_eq!(abi::answered_number(&answer), Some(*given), "{} on {index}", token.symbol);
            }
        }
    }
}

#[tokio::test]
async fn transfers_return_true_nothing_or_false() {
    let chain = chain(0).await;
    let move_one = || abi::transfer(&account(1), 1);
    let answers = async |kind| call(&chain, &account(0), of(kind), move_one()).await;
    assert_eq!(abi::answered_number(&answers(Kind::Ordinary).await.unwrap()), Some(1));
    assert_eq!(answers(Kind::Silent).await.unwrap(), json!("0x"));
    assert_eq!(abi::answered_number(&answers(Kind::Shy).await.unwrap()), Some(0));
    for kind in [Kind::Ordinary, Kind::Silent] {
        let too_much = abi::transfer(&account(1), u128::MAX);
        let refused = call(&chain, &account(0), of(kind), too_much).await;
        assert!(matches!(refused, Err(ChainError::Refused(_))));
    }
}

#[tokio::test]
async fn requires_a_zero_allowance_before_another_for_the_silent_token() {
    let chain = chain(0).await;
    let token = of(Kind::Silent);
    // The ten unlocked accounts: this one is not the wallet's, so no balance of another test moves.
    let owner = Address::parse("0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc").unwrap();
    let approve = async |amount: u128| {
        let data = abi::transfer(&account(0), amount).replacen(abi::TRANSFER, abi::APPROVE, 1);
        let request = json!([{ "from": owner.lower(), "to": token.address().lower(), "data": data }]);
        let hash = chain.call("eth_sendTransaction", request).await.unwrap();
        mined(&chain, &hash).await["status"] == "0x1"
    };
    assert!(approve(5).await);
    assert!(!approve(6).await);
    assert!(approve(0).await);
    assert!(approve(6).await);
}

#[test]
fn finds_tokens_by_their_address() {
    for token in TOKENS {
        assert_eq!(token_at(&token.address()).unwrap().symbol, token.symbol);
    }
    assert!(token_at(&treasury()).is_none());
}
