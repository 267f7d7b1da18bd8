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

    /// One batch and nothing beside it, as ERC-7821 names it.
    bytes32 private constant BATCH = bytes32(uint256(1) << 248);

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

    function run(Call[] calldata calls, bytes calldata signature) external {
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), nonce, calls));
        require(isSigned(digest, signature), "not signed by the owner");
        nonce++;
        carryOut(calls);
        emit ExecutionSuccess(digest, 0);
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

    /// ERC-7821, for the entry point alone.
    function execute(bytes32 mode, bytes calldata executionData) external payable {
        require(msg.sender == entryPoint, "not the entry point");
        require(supportsExecutionMode(mode), "unsupported mode");
        Call[] memory calls = abi.decode(executionData, (Call[]));
        for (uint256 i = 0; i < calls.length; i++)
            if (calls[i].to == address(0)) calls[i].to = address(this);
        carryOut(calls);
        emit ExecutionSuccess(keccak256(executionData), 0);
    }

    function supportsExecutionMode(bytes32 mode) public pure returns (bool) {
        return mode == BATCH;
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

    function isSigned(bytes32 digest, bytes calldata signature) private view returns (bool) {
        if (signature.length != 65) return false;
        address signer = ecrecover(
            digest,
            uint8(signature[64]),
            bytes32(signature[:32]),
            bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner;
    }
}

/// Creates them where their address has been known before (ERC-6492), at the latest with their first calls.
contract DemoAccountFactory {
    DemoEntryPoint public immutable entryPoint = new DemoEntryPoint();

    function create(address owner) public returns (DemoAccount) {
        return new DemoAccount{salt: 0}(owner);
    }

    function run(address owner, DemoAccount.Call[] calldata calls, bytes calldata signature) external {
        bytes32 code = keccak256(abi.encodePacked(type(DemoAccount).creationCode, abi.encode(owner)));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code));
        address payable account = payable(address(uint160(uint256(hash))));
        if (account.code.length == 0) create(owner);
        DemoAccount(account).run(calls, signature);
    }
}
