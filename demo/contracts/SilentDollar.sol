// SPDX-License-Identifier: Apache-2.0
// A token of the older kind that large stablecoins still are: `transfer`, `approve` and `transferFrom` return nothing, and an
// allowance must be set back to zero before it can be changed. A client that waits for `true` fails here.
pragma solidity 0.8.30;

contract SilentDollar {
    string public constant name = "Demo Dollar";
    string public constant symbol = "DUSD";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;

    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint256 supply) {
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        // Checked arithmetic: less allowed than asked for reverts.
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function move(address from, address to, uint256 value) private {
        // Reverts without a reason when there is too little, as its models do.
        require(balanceOf[from] >= value);
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
