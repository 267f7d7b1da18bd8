// SPDX-License-Identifier: Apache-2.0
// The demo's exchange. `swap` has the published interface of the 1inch AggregationRouterV6, so that a client which decodes and checks
// that one on a public network does the same here. Behind it are the pools of this demo.
pragma solidity ^0.8.20;

import {DemoPool, IToken, mustWork, sendCoin} from "./DemoPool.sol";

contract DemoRouter {
    struct SwapDescription {
        address srcToken;
        address dstToken;
        address payable srcReceiver;
        address payable dstReceiver;
        uint256 amount;
        uint256 minReturnAmount;
        uint256 flags;
    }

    /// Stands for the chain's own coin.
    address private constant COIN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    mapping(address token => DemoPool) public poolOf;

    event Swapped(
        address indexed sender,
        address indexed receiver,
        address srcToken,
        address dstToken,
        uint256 spentAmount,
        uint256 returnAmount
    );

    /// The coin from pools and nobody else: what is sent by mistake would stay here.
    receive() external payable {
        require(msg.sender.code.length > 0, "not by hand");
    }

    /// Makes the pool of a token, once. Its liquidity: the coins of this call, and the tokens that lie at its address already, which
    /// follows from its code and the token (EIP-1014).
    function open(address token) external payable {
        require(address(poolOf[token]) == address(0) && token != COIN, "there is a pool");
        poolOf[token] = new DemoPool{salt: 0, value: msg.value}(token);
    }

    /// What a swap would return now; zero where there is no way.
    function quote(address srcToken, address dstToken, uint256 amount) external view returns (uint256) {
        if (!isWay(srcToken, dstToken)) return 0;
        uint256 coins = srcToken == COIN ? amount : poolOf[srcToken].quote(false, amount);
        return dstToken == COIN ? coins : poolOf[dstToken].quote(true, coins);
    }

    /// Of what the published interface has, `executor`, `srcReceiver`, `data` and `flags` say how others would carry a swap out. Here the
    /// two tokens say it all, and nothing is filled in part.
    function swap(
        address,
        SwapDescription calldata desc,
        bytes calldata
    ) external payable returns (uint256 returnAmount, uint256 spentAmount) {
        require(desc.amount > 0, "nothing to swap");
        require(desc.minReturnAmount > 0, "no minimum");
        require(msg.value == (desc.srcToken == COIN ? desc.amount : 0), "wrong value");
        require(isWay(desc.srcToken, desc.dstToken), "no such pools");
        uint256 before = held(desc.dstToken);
        carryOut(desc);
        returnAmount = held(desc.dstToken) - before;
        spentAmount = desc.amount;
        require(returnAmount >= desc.minReturnAmount, "return amount is not enough");
        address receiver = desc.dstReceiver == address(0) ? msg.sender : desc.dstReceiver;
        emit Swapped(msg.sender, receiver, desc.srcToken, desc.dstToken, spentAmount, returnAmount);
        if (desc.dstToken == COIN) sendCoin(receiver, returnAmount);
        else mustWork(desc.dstToken, abi.encodeCall(IToken.transfer, (receiver, returnAmount)), "not paid out");
    }

    function carryOut(SwapDescription calldata desc) private {
        uint256 coins = desc.amount;
        if (desc.srcToken != COIN) {
            DemoPool pool = poolOf[desc.srcToken];
            bytes memory pull = abi.encodeCall(IToken.transferFrom, (msg.sender, address(pool), desc.amount));
            mustWork(desc.srcToken, pull, "balance or allowance is too low");
            coins = pool.trade(false, address(this));
        }
        if (desc.dstToken != COIN) poolOf[desc.dstToken].trade{value: coins}(true, address(this));
    }

    function isWay(address srcToken, address dstToken) private view returns (bool) {
        return srcToken != dstToken && isTraded(srcToken) && isTraded(dstToken);
    }

    function isTraded(address token) private view returns (bool) {
        return token == COIN || address(poolOf[token]) != address(0);
    }

    function held(address token) private view returns (uint256) {
        return token == COIN ? address(this).balance : IToken(token).balanceOf(address(this));
    }
}
