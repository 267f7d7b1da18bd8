// SPDX-License-Identifier: Apache-2.0
// A token for tests alone: it says no without failing. `transfer` returns false, moves nothing, and the transaction succeeds, so a
// client that looks at the receipt only would call it sent. Anybody may mint.
pragma solidity 0.8.30;

contract ShyToken {
    string public constant name = "Shy Token";
    string public constant symbol = "SHY";
    uint8 public constant decimals = 18;

    mapping(address account => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}
