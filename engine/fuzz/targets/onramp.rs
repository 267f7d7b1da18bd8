//! Responses of a buying service: options, prices, purchases. Valid parts of each are read, a price belongs to its request, and data that goes back
//! to the service encodes to the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use wallet_engine::amount::Amount;
use wallet_engine::json::{Read, parse};
use wallet_engine::services::onramp::{CENTS, MOCK_ID, OnrampOptions, Purchase, Quote, QuoteRequest};

fuzz_target!(|text: &str| {
    let Ok(value) = parse(text, 64 * 1024) else { return };
    let sample = OnrampOptions::sample();
    let mut wanted = QuoteRequest {
        payment: sample.payment[0].clone(),
        purchase: sample.purchase[0].clone(),
        network: "ethereum-mainnet".into(),
        amount: Amount::parse("100", CENTS).unwrap(),
    };
    if let Some(options) = OnrampOptions::read(&value) {
        for payment in &options.payment {
            assert!(options.payment.iter().filter(|one| one.id == payment.id).count() == 1);
            for limit in &payment.payment_method_limits {
                let sum = |text: &str| Amount::parse(text, CENTS).unwrap();
                assert!(sum(&limit.min).units <= sum(&limit.max).units && !sum(&limit.max).is_zero());
            }
        }
        if let (Some(payment), Some(purchase)) = (options.payment.first(), options.purchase.first()) {
            (wanted.payment, wanted.purchase) = (payment.clone(), purchase.clone());
            let body = wanted.body();
            let told = json!({ "paymentCurrencies": [body["paymentCurrency"]], "purchaseCurrencies": [body["purchaseCurrency"]] });
            let again = OnrampOptions::read(&told).unwrap();
            assert_eq!((&again.payment[0], &again.purchase[0]), (payment, purchase));
        }
    }
    for answer in [Some(&value), value.field("quote")].into_iter().flatten() {
        if let Some(quote) = Quote::read(answer, &wanted) {
            assert!(!quote.got().is_zero() && !quote.id().is_empty() && quote.id() != MOCK_ID);
            let total = answer["paymentTotal"].decimal("amount").unwrap();
            assert_eq!(Amount::parse(&total, CENTS).unwrap(), wanted.amount);
            assert_eq!(answer["purchaseAmount"].text("currency"), Some(wanted.purchase.symbol.as_str()));
            assert_eq!(answer["paymentTotal"].text("currency"), Some(wanted.payment.id.as_str()));
        }
    }
    for entry in value.list("data").iter().chain([&value]) {
        if let Some(purchase) = Purchase::read(entry) {
            assert!(
                !purchase.id.is_empty()
                    && purchase.got.is_none_or(|got| !got.amount.is_empty() && !got.symbol.is_empty())
            );
        }
    }
});
