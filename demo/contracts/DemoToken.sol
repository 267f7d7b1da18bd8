// SPDX-License-Identifier: Apache-2.0
// The demo's ordinary token: EIP-20 as it is written, with any count of decimals.
pragma solidity 0.8.30;

contract DemoToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;

    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error BalanceTooLow();
    error AllowanceTooLow();

    /// The whole supply goes to whoever deploys: the demo's treasury, which hands it out.
    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert AllowanceTooLow();
        // The usual meaning of the highest number: without limit.
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        uint256 held = balanceOf[from];
        if (held < value) revert BalanceTooLow();
        unchecked {
            balanceOf[from] = held - value;
            balanceOf[to] += value; // never more than totalSupply
        }
        emit Transfer(from, to, value);
    }
}
