// SPDX-License-Identifier: Apache-2.0
// Names as the Ethereum Name Service has them (EIP-137, EIP-181, EIP-634, EIP-2304), as much of it as is read to resolve one. Anybody may
// write, so that a test can add what it needs.
pragma solidity ^0.8.20;

contract DemoNameRegistry {
    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;

    function set(bytes32 node, address owner_, address resolver_) external {
        owner[node] = owner_;
        resolver[node] = resolver_;
    }
}

contract DemoResolver {
    /// Ether's number among the coins (SLIP-44).
    uint256 private constant ETHER = 60;

    mapping(bytes32 node => mapping(uint256 coin => bytes)) private addresses;
    mapping(bytes32 node => mapping(string key => string)) private texts;
    mapping(bytes32 node => string) public name;

    function addr(bytes32 node) external view returns (address payable) {
        bytes memory value = addresses[node][ETHER];
        return value.length == 20 ? payable(address(bytes20(value))) : payable(0);
    }

    function addr(bytes32 node, uint256 coin) external view returns (bytes memory) {
        return addresses[node][coin];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return texts[node][key];
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return
            id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x59d1d43c || id == 0x691f3431;
    }

    function setAddr(bytes32 node, uint256 coin, bytes calldata value) external {
        addresses[node][coin] = value;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external {
        texts[node][key] = value;
    }

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }
}

/// A resolver that fails whatever it is asked.
contract DemoBrokenResolver {
    fallback() external {
        revert("this resolver is broken");
    }
}
