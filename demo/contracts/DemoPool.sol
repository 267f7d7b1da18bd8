// SPDX-License-Identifier: Apache-2.0
// Where the demo's swaps are priced: one token against the chain's own coin, kept by the constant product of both, less a fee of 0.3 %.
pragma solidity ^0.8.20;

/// What a pool and the router ask of a token. Nothing is declared to come back: some tokens answer true, some nothing.
interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external;
}

/// A call of a token that must have worked: it did not revert, and answered true or nothing.
function mustWork(address token, bytes memory data, string memory otherwise) {
    (bool ok, bytes memory answer) = token.call(data);
    require(ok && token.code.length > 0 && (answer.length == 0 || abi.decode(answer, (bool))), otherwise);
}

function sendCoin(address to, uint256 amount) {
    (bool ok, ) = to.call{value: amount}("");
    require(ok, "the receiver does not take the coin");
}

/// What it holds when it is created is its liquidity; nobody can add to it or take it back. Nobody owns it.
contract DemoPool {
    address public immutable token;
    uint256 public coins;
    uint256 public tokens;

    constructor(address token_) payable {
        token = token_;
        coins = address(this).balance;
        tokens = IToken(token_).balanceOf(address(this));
        require(coins > 0 && tokens > 0, "no liquidity");
    }

    /// What so much of one side is worth of the other, rounded down.
    function quote(bool isCoin, uint256 amount) public view returns (uint256) {
        (uint256 here, uint256 there) = isCoin ? (coins, tokens) : (tokens, coins);
        uint256 afterFee = amount * 997;
        return (there * afterFee) / (here * 1000 + afterFee);
    }

    /// Sells what has come since the last trade: coins with this call, or tokens before it, in the same transaction.
    function trade(bool isCoin, address to) external payable returns (uint256 bought) {
        require(isCoin || msg.value == 0, "this side takes no coin");
        uint256 held = isCoin ? address(this).balance : IToken(token).balanceOf(address(this));
        bought = quote(isCoin, held - (isCoin ? coins : tokens));
        if (isCoin) {
            (coins, tokens) = (held, tokens - bought);
            mustWork(token, abi.encodeCall(IToken.transfer, (to, bought)), "the pool could not pay");
        } else {
            (coins, tokens) = (coins - bought, held);
            sendCoin(to, bought);
        }
    }
}
