// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {DemoEntryPoint, IAccount, PackedUserOperation} from "./DemoEntryPoint.sol";

/// An account that is a contract: what one key says counts as its signature (ERC-1271), and it carries out calls which that key has signed,
/// whoever brings them, or which the entry point brings as a user operation (ERC-4337). All of them or none.
contract DemoAccount is IAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    /// As ERC-7821 names them: one batch and nothing beside it, and one beside which the owner's signature stands.
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);
    bytes32 private constant SIGNED = bytes32(uint256(0x01000000000078210001) << 176);

    /// The account carried out what its owner signed, under the hash that was signed; the same event as a Safe has.
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    address public immutable owner;
    address payable public immutable entryPoint;
    /// Of the next run: what was signed counts once.
    uint256 public nonce;

    constructor(address owner_) {
        owner = owner_;
        entryPoint = payable(DemoAccountFactory(msg.sender).entryPoint());
    }

    receive() external payable {}

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return isSigned(digest, signature) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    /// The owner signs the hash itself, which nobody gets as the signature of a message.
    function validateUserOp(
        PackedUserOperation calldata op,
        bytes32 hash,
        uint256 missing
    ) external returns (uint256) {
        require(msg.sender == entryPoint, "not the entry point");
        if (missing > 0) {
            // What is not paid the entry point finds out.
            (bool ok, ) = entryPoint.call{value: missing}("");
            ok;
        }
        return isSigned(hash, op.signature) ? 0 : 1;
    }

    /// ERC-7821: for the entry point, and for anyone who brings what the owner has signed.
    function execute(bytes32 mode, bytes calldata executionData) external payable {
        require(supportsExecutionMode(mode), "unsupported mode");
        Call[] memory calls;
        bytes32 digest = keccak256(executionData);
        if (mode == SIGNED) {
            bytes memory signature;
            (calls, signature) = abi.decode(executionData, (Call[], bytes));
            digest = keccak256(abi.encode(block.chainid, address(this), nonce, calls));
            require(isSigned(digest, signature), "not signed by the owner");
            nonce++;
        } else {
            require(msg.sender == entryPoint, "not the entry point");
            calls = abi.decode(executionData, (Call[]));
        }
        for (uint256 i = 0; i < calls.length; i++)
            if (calls[i].to == address(0)) calls[i].to = address(this);
        carryOut(calls);
        emit ExecutionSuccess(digest, 0);
    }

    function supportsExecutionMode(bytes32 mode) public pure returns (bool) {
        return mode == BATCH || mode == SIGNED;
    }

    function carryOut(Call[] memory calls) private {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, bytes memory why) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!ok) {
                assembly {
                    revert(add(why, 32), mload(why))
                }
            }
        }
    }

    function isSigned(bytes32 digest, bytes memory signature) private view returns (bool) {
        if (signature.length != 65) return false;
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        address signer = ecrecover(digest, uint8(signature[64]), r, s);
        return signer != address(0) && signer == owner;
    }
}

/// Creates them where their address has been known before (ERC-6492).
contract DemoAccountFactory {
    DemoEntryPoint public immutable entryPoint = new DemoEntryPoint();

    function create(address owner) public returns (DemoAccount) {
        return new DemoAccount{salt: 0}(owner);
    }
}
