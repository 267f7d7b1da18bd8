//! Bitcoin messages (10.34): official vectors of BIP-322, and signatures that bip322-js 2 and bitcoinjs-message 2 have made with
//! the key of those vectors, over texts as a sign-in has them.

use wallet_engine::namespaces::bip122::sign_in::{Payee, payee, signed};

const PKH: &str = "14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc";
const UNCOMPRESSED: &str = "169ojqRJ3d4f7aNMu86nAAwGJyeykmByFU";
const NESTED: &str = "37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb";
const WPKH: &str = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l";
const TAPROOT: &str = "bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3";
const HELLO: &str = "Hello World";
const LONG: &str = "example.com wants you to sign in with your Bitcoin account:\n\u{fc}";

const GOOD: &[(&str, &str, &str)] = &[
    // BIP-322, "simple" test vectors
    (
        WPKH,
        "",
        "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
    ),
    (
        WPKH,
        HELLO,
        "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
    ),
    (
        TAPROOT,
        HELLO,
        "AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==",
    ),
    // bip322-js
    (
        WPKH,
        LONG,
        "AkgwRQIhANAiGIz98uyaHSnxWye8ls0Wz0BgUcrP8wdKVkBANXIZAiBD5q1SZrBQq1Da6PRgRQ2VR1FaLnRDp4g2uklhbrAR0wEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy",
    ),
    (
        NESTED,
        "",
        "AkgwRQIhAJFXl+/g7w+UDxvGex2KulmFJshHi02gQZXGRpZ+9bapAiB5Q/ikazTS7FMewqVFil3RLkEErUZ25k6f/xYThoQXogEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy",
    ),
    (
        NESTED,
        LONG,
        "AkcwRAIgZIwHuTFIo5eHb7JwvxMq0brySn8BgBqpmEs8+/r4E2sCIHjdGjnrGCxkjanqg+5woV2KRFgiwvQAl3uVpPwzndYWASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
    ),
    (
        TAPROOT,
        "",
        "AUHglCyMhx+iqi5RgTSEuduMAkEdKkputPZ0Fy2R73Pm6uWVsvCrVvw9HG8MxidSyxUAhgvB6LCCTvZWx6vEMwpQAQ==",
    ),
    (
        TAPROOT,
        LONG,
        "AUFy8awwg+2RTn4o5COukapUwxSI18W23keFPKWQCt2Wqtg5mcZHjf/XosMcJx76twS85WgkQnFNtGlNsB31S9NJAQ==",
    ),
    (PKH, "", "H0Gm/ylcjvGmj29D/r6ASHKKWAyGA/MEU/Eh+IhFw3ZxFxy9b/dJ8/XFsiutCV8DWlFGnO95m/KoZwFPJTF1qaM="),
    (PKH, LONG, "IKxYUcp8iPdDYDoqWQcKXZ6F3wXxop8DYxn0GX63yX7ufqURL33B0vemwNaInIj6iPOMRoN2MU4+hGNFh/A18cI="),
    // bitcoinjs-message
    (PKH, HELLO, "IOW2xi+ebJLeBtr674l4QH76dqDoVjLV80R9EFKFQX5rBrlCXPIZaYs8Yuayg0ZqjyiCbLy9pzZIS7JWT65/nsU="),
    (
        NESTED,
        HELLO,
        "JOW2xi+ebJLeBtr674l4QH76dqDoVjLV80R9EFKFQX5rBrlCXPIZaYs8Yuayg0ZqjyiCbLy9pzZIS7JWT65/nsU=",
    ),
    (WPKH, HELLO, "KOW2xi+ebJLeBtr674l4QH76dqDoVjLV80R9EFKFQX5rBrlCXPIZaYs8Yuayg0ZqjyiCbLy9pzZIS7JWT65/nsU="),
    (
        UNCOMPRESSED,
        HELLO,
        "HOW2xi+ebJLeBtr674l4QH76dqDoVjLV80R9EFKFQX5rBrlCXPIZaYs8Yuayg0ZqjyiCbLy9pzZIS7JWT65/nsU=",
    ),
    // the same as a wallet over WalletConnect writes it; and as many write it for every kind of address
    (
        PKH,
        HELLO,
        "20e5b6c62f9e6c92de06dafaef8978407efa76a0e85632d5f3447d105285417e6b06b9425cf219698b3c62e6b283466a8f28826cbcbda736484bb2564fae7f9ec5",
    ),
    (WPKH, HELLO, "IOW2xi+ebJLeBtr674l4QH76dqDoVjLV80R9EFKFQX5rBrlCXPIZaYs8Yuayg0ZqjyiCbLy9pzZIS7JWT65/nsU="),
];

// req: 10.34
#[test]
fn accepts_valid_signatures_of_each_address_type() {
    for (address, message, signature) in GOOD {
        assert!(signed(address, message.as_bytes(), signature), "{address} {message} {signature}");
        assert!(!signed(address, b"something else", signature), "another text: {signature}");
    }
}

// req: 10.34
#[test]
fn rejects_a_signature_for_another_address() {
    for (address, message, signature) in GOOD {
        for other in [PKH, UNCOMPRESSED, WPKH, TAPROOT, NESTED].into_iter().filter(|other| other != address) {
            // the header of P2PKH is also written for segwit addresses of the same key
            let loose = signature.starts_with(['H', 'I', '2']) && *address != UNCOMPRESSED;
            let of_same_key = loose && (other == PKH || other == WPKH || other == NESTED);
            assert!(of_same_key || !signed(other, message.as_bytes(), signature), "{other} {signature}");
        }
        let stranger = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
        assert!(!signed(stranger, message.as_bytes(), signature));
    }
}

#[test]
fn checks_the_checksum_of_addresses() {
    assert!(matches!(payee(PKH), Some(Payee::Key(_))));
    assert!(matches!(payee(NESTED), Some(Payee::Script(_))));
    assert!(matches!(payee(WPKH), Some(Payee::Witness(_))));
    assert!(matches!(payee(&WPKH.to_uppercase()), Some(Payee::Witness(_))));
    assert!(matches!(payee("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"), Some(Payee::Witness(_))));
    assert!(matches!(payee(TAPROOT), Some(Payee::Taproot(_))));
    for bad in [
        "",
        "1",
        "14vV3aCHBeStb5bkenkNHbe2YAFinYdXgd",
        "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0m",
        "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
        // a script hash of version 0: more keys than one
        "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
        "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
        "é",
    ] {
        assert_eq!(payee(bad), None, "{bad}");
    }
}

// req: 10.34
#[test]
fn rejects_malformed_signatures_without_a_panic() {
    for (address, message, signature) in GOOD {
        for end in (0..signature.len()).step_by(5) {
            let cut = signature.get(..end).unwrap_or_default();
            assert!(!signed(address, message.as_bytes(), cut), "{cut}");
        }
        for at in (4..signature.len() - 3).step_by(5) {
            let mut broken = (*signature).to_owned();
            broken.replace_range(at..=at, if broken.as_bytes().get(at) == Some(&b'A') { "B" } else { "A" });
            // hex is the same in capital letters
            let same = broken.eq_ignore_ascii_case(signature) && broken.len() == 130;
            assert!(same || !signed(address, message.as_bytes(), &broken), "{at} {broken}");
        }
    }
    for bad in ["", "A", "AA==", "0x", "//////", &"A".repeat(9_000), &"ff".repeat(65), &"00".repeat(65)] {
        for address in [PKH, WPKH, NESTED, TAPROOT] {
            assert!(!signed(address, b"", bad), "{bad}");
        }
    }
}
