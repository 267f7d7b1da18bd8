// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A user operation as ERC-4337 packs it since version 0.7 of the entry point.
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    /// verificationGasLimit, callGasLimit: 16 bytes each.
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    /// maxPriorityFeePerGas, maxFeePerGas: 16 bytes each.
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

interface IAccount {
    /// Zero when the operation is signed by whom the account obeys. `missing` is to be paid to the entry point at once.
    function validateUserOp(
        PackedUserOperation calldata op,
        bytes32 hash,
        uint256 missing
    ) external returns (uint256);
}

/// Calls a factory in the entry point's place: accounts obey the entry point, so it must never itself call what a stranger names.
contract AccountCreator {
    address private immutable entryPoint = msg.sender;

    function create(bytes calldata initCode) external returns (address made) {
        require(msg.sender == entryPoint, "not the entry point");
        (bool ok, bytes memory answer) = address(bytes20(initCode[:20])).call(initCode[20:]);
        if (ok && answer.length == 32) made = abi.decode(answer, (address));
    }
}

/// A small entry point (ERC-4337, the hash, events and errors of version 0.7): it makes accounts, lets them check what they are to do, has
/// them do it, and takes what that cost from what they have deposited. There are no paymasters and no time ranges: who brings the
/// operations pays for those that offer nothing.
contract DemoEntryPoint {
    event BeforeExecution();
    event AccountDeployed(
        bytes32 indexed userOpHash,
        address indexed sender,
        address factory,
        address paymaster
    );
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );
    event UserOperationRevertReason(
        bytes32 indexed userOpHash,
        address indexed sender,
        uint256 nonce,
        bytes revertReason
    );

    error FailedOp(uint256 opIndex, string reason);

    struct Checked {
        bytes32 hash;
        uint256 prefund;
        uint256 gasUsed;
    }

    /// What an account has here for fees.
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(uint192 key => uint64)) private sequence;
    AccountCreator private immutable creator = new AccountCreator();
    bool private isAtWork;

    receive() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function withdrawTo(address payable to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "failed to withdraw");
    }

    /// The next nonce of a key: each key counts by itself.
    function getNonce(address sender, uint192 key) public view returns (uint256) {
        return (uint256(key) << 64) | sequence[sender][key];
    }

    function getUserOpHash(PackedUserOperation calldata op) public view returns (bytes32) {
        bytes32 inner = keccak256(
            abi.encode(
                op.sender,
                op.nonce,
                keccak256(op.initCode),
                keccak256(op.callData),
                op.accountGasLimits,
                op.preVerificationGas,
                op.gasFees,
                keccak256(op.paymasterAndData)
            )
        );
        return keccak256(abi.encode(inner, address(this), block.chainid));
    }

    /// First all are checked, then all are carried out: one that fails a check takes the whole bundle with it, one that fails later does not.
    function handleOps(PackedUserOperation[] calldata ops, address payable beneficiary) external {
        require(!isAtWork, "no operations within operations");
        isAtWork = true;
        Checked[] memory checked = new Checked[](ops.length);
        for (uint256 i = 0; i < ops.length; i++) checked[i] = check(i, ops[i]);
        emit BeforeExecution();
        uint256 collected = 0;
        for (uint256 i = 0; i < ops.length; i++) collected += carryOut(i, ops[i], checked[i]);
        isAtWork = false;
        (bool ok, ) = beneficiary.call{value: collected}("");
        require(ok, "AA91 failed send to beneficiary");
    }

    /// What an operation takes, whoever signed it. For a node's eth_call without a sender: never in a transaction, which would let anybody act.
    function estimate(
        PackedUserOperation calldata op
    ) external returns (uint256 verificationGas, uint256 callGas, bool success, bytes memory reason) {
        require(tx.origin == address(0), "for eth_call alone");
        uint256 start = gasleft();
        bytes32 hash = getUserOpHash(op);
        create(0, op, hash, gasleft());
        if (op.nonce != getNonce(op.sender, uint192(op.nonce >> 64)))
            revert FailedOp(0, "AA25 invalid account nonce");
        (, uint256 maxFee) = halves(op.gasFees);
        // One wei, where a fee is to be paid: paying takes gas.
        validate(0, op, hash, gasleft(), maxFee > 0 ? 1 : 0);
        verificationGas = start - gasleft();
        start = gasleft();
        (success, reason) = call(op, gasleft());
        callGas = start - gasleft();
    }

    function check(uint256 index, PackedUserOperation calldata op) private returns (Checked memory checked) {
        uint256 start = gasleft();
        (uint256 verificationLimit, uint256 callLimit) = halves(op.accountGasLimits);
        (, uint256 maxFee) = halves(op.gasFees);
        if (op.preVerificationGas > type(uint120).max) revert FailedOp(index, "AA94 gas values overflow");
        if (op.paymasterAndData.length > 0) revert FailedOp(index, "AA30 paymaster not deployed");
        checked.hash = getUserOpHash(op);
        checked.prefund = (verificationLimit + callLimit + op.preVerificationGas) * maxFee;
        create(index, op, checked.hash, verificationLimit);
        uint256 there = balanceOf[op.sender];
        uint256 missing = checked.prefund > there ? checked.prefund - there : 0;
        uint256 result = validate(index, op, checked.hash, verificationLimit, missing);
        if (start - gasleft() > verificationLimit) revert FailedOp(index, "AA26 over verificationGasLimit");
        if (balanceOf[op.sender] < checked.prefund) revert FailedOp(index, "AA21 didn't pay prefund");
        balanceOf[op.sender] -= checked.prefund;
        uint192 key = uint192(op.nonce >> 64);
        if (op.nonce != getNonce(op.sender, key)) revert FailedOp(index, "AA25 invalid account nonce");
        sequence[op.sender][key]++;
        if (result != 0) revert FailedOp(index, "AA24 signature error");
        checked.gasUsed = start - gasleft();
    }

    function create(uint256 index, PackedUserOperation calldata op, bytes32 hash, uint256 gas) private {
        address sender = op.sender;
        if (op.initCode.length > 0) {
            if (sender.code.length > 0) revert FailedOp(index, "AA10 sender already constructed");
            if (op.initCode.length < 20) revert FailedOp(index, "AA99 initCode too small");
            try creator.create{gas: gas}(op.initCode) returns (address made) {
                if (made == address(0)) revert FailedOp(index, "AA13 initCode failed or OOG");
                if (made != sender) revert FailedOp(index, "AA14 initCode must return sender");
            } catch {
                revert FailedOp(index, "AA13 initCode failed or OOG");
            }
            if (sender.code.length == 0) revert FailedOp(index, "AA15 initCode must create sender");
            emit AccountDeployed(hash, sender, address(bytes20(op.initCode[:20])), address(0));
        }
        if (sender.code.length == 0) revert FailedOp(index, "AA20 account not deployed");
    }

    function validate(
        uint256 index,
        PackedUserOperation calldata op,
        bytes32 hash,
        uint256 gas,
        uint256 missing
    ) private returns (uint256) {
        try IAccount(op.sender).validateUserOp{gas: gas}(op, hash, missing) returns (uint256 result) {
            return result;
        } catch {
            revert FailedOp(index, "AA23 reverted");
        }
    }

    /// What the operation pays.
    function carryOut(
        uint256 index,
        PackedUserOperation calldata op,
        Checked memory checked
    ) private returns (uint256 cost) {
        uint256 start = gasleft();
        (, uint256 callLimit) = halves(op.accountGasLimits);
        // A call is given what is left, less a 64th: with too little, who brings the operation would make it fail.
        if ((gasleft() * 63) / 64 < callLimit + 30_000) revert FailedOp(index, "AA95 out of gas");
        (bool success, bytes memory reason) = call(op, callLimit);
        if (!success && reason.length > 0)
            emit UserOperationRevertReason(checked.hash, op.sender, op.nonce, reason);
        uint256 used = checked.gasUsed + op.preVerificationGas + start - gasleft();
        cost = used * price(op.gasFees);
        if (cost > checked.prefund) cost = checked.prefund;
        balanceOf[op.sender] += checked.prefund - cost;
        emit UserOperationEvent(checked.hash, op.sender, address(0), op.nonce, success, cost, used);
    }

    function call(PackedUserOperation calldata op, uint256 gas) private returns (bool, bytes memory) {
        if (op.callData.length == 0) return (true, "");
        return op.sender.call{gas: gas}(op.callData);
    }

    function price(bytes32 gasFees) private view returns (uint256) {
        (uint256 tip, uint256 maxFee) = halves(gasFees);
        uint256 now_ = tip + block.basefee;
        return now_ < maxFee ? now_ : maxFee;
    }

    function halves(bytes32 pair) private pure returns (uint256, uint256) {
        return (uint256(pair) >> 128, uint128(uint256(pair)));
    }
}
