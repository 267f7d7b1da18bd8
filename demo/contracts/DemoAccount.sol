// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// An account that is a contract: what one key says counts as its signature (ERC-1271). For tests of signing in; nothing else is in it.
contract DemoAccount {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(
            digest,
            uint8(signature[64]),
            bytes32(signature[:32]),
            bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Creates them where their address has been known before (ERC-6492).
contract DemoAccountFactory {
    function create(address owner) external returns (DemoAccount) {
        return new DemoAccount{salt: 0}(owner);
    }
}
