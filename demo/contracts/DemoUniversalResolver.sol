// SPDX-License-Identifier: Apache-2.0
// A small Universal Resolver (ENSIP-23) over the registry of DemoNames.sol: it finds the resolver of a name or of the nearest name above it
// (ENSIP-10), asks it, and sends a client to the gateways of that resolver as one batch (EIP-3668, ENSIP-21). One question for each call.
pragma solidity ^0.8.20;

import './DemoNames.sol';

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

contract DemoUniversalResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error HttpError(uint16 status, string message);
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    /// A question for gateways (ENSIP-21).
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    /// What a callback needs to go on.
    struct Asked {
        address resolver;
        bool isExtended;
        string[] gateways;
        bytes4 selector;
        bytes4 callback;
        bytes extra;
    }

    DemoNameRegistry private constant REGISTRY = DemoNameRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);
    uint256 private constant ETHER = 60;

    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata gateways
    ) external view returns (bytes memory, address) {
        return find(name, data, gateways);
    }

    /// A gateway's answer goes back to the resolver, which may send on once more.
    function resolveCallback(
        bytes calldata response,
        bytes calldata extra
    ) external view returns (bytes memory, address) {
        Asked memory asked = abi.decode(extra, (Asked));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) {
            if (bytes4(responses[0]) != HttpError.selector) revert ResolverError(responses[0]);
            fail(responses[0]);
        }
        return ask(asked, abi.encodeWithSelector(asked.callback, responses[0], asked.extra));
    }

    /// The primary name of an account for a coin (ENSIP-19), where it leads back to the account. The demo has one for all coins.
    function reverseWithGateways(
        bytes calldata account,
        uint256 coin,
        string[] calldata gateways
    ) external view returns (string memory primary, address resolver, address reverseResolver) {
        bytes memory own = abi.encodePacked(uint8(account.length * 2), digits(account), hex'04', 'addr', hex'07', 'reverse', hex'00');
        bytes memory found;
        (found, reverseResolver) = find(own, abi.encodeWithSignature('name(bytes32)', hashed(own, 0)), gateways);
        primary = abi.decode(found, (string));
        if (bytes(primary).length == 0) return ('', address(0), reverseResolver);
        bytes memory name = encoded(bytes(primary));
        bytes32 node = hashed(name, 0);
        bool isEther = coin == ETHER;
        bytes memory data = isEther
            ? abi.encodeWithSignature('addr(bytes32)', node)
            : abi.encodeWithSignature('addr(bytes32,uint256)', node, coin);
        (found, resolver) = find(name, data, gateways);
        bytes memory leads = isEther ? abi.encodePacked(abi.decode(found, (address))) : abi.decode(found, (bytes));
        if (keccak256(leads) != keccak256(account)) revert ReverseAddressMismatch(primary, leads);
    }

    function find(
        bytes memory name,
        bytes memory data,
        string[] calldata gateways
    ) private view returns (bytes memory, address) {
        address resolver;
        uint256 at = 0;
        for (; name[at] != 0; at += 1 + uint8(name[at])) {
            resolver = REGISTRY.resolver(hashed(name, at));
            if (resolver != address(0)) break;
        }
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        (bool ok, bytes memory said) = resolver.staticcall(
            abi.encodeCall(DemoResolver.supportsInterface, (type(IExtendedResolver).interfaceId))
        );
        bool isExtended = ok && said.length == 32 && abi.decode(said, (uint256)) == 1;
        if (at > 0 && !isExtended) revert ResolverNotFound(name);
        Asked memory asked = Asked(resolver, isExtended, gateways, bytes4(data), 0, '');
        return ask(asked, isExtended ? abi.encodeCall(IExtendedResolver.resolve, (name, data)) : data);
    }

    function ask(Asked memory asked, bytes memory call) private view returns (bytes memory, address) {
        (bool ok, bytes memory said) = asked.resolver.staticcall(call);
        if (said.length == 0) revert UnsupportedResolverProfile(asked.selector);
        if (ok) return (asked.isExtended ? abi.decode(said, (bytes)) : said, asked.resolver);
        if (bytes4(said) != OffchainLookup.selector) revert ResolverError(said);
        Request[] memory requests = new Request[](1);
        address sender;
        (sender, requests[0].urls, requests[0].data, asked.callback, asked.extra) = abi.decode(
            behindSelector(said),
            (address, string[], bytes, bytes4, bytes)
        );
        // another contract would speak in its place
        if (sender != asked.resolver) revert ResolverError(said);
        requests[0].sender = sender;
        revert OffchainLookup(
            address(this),
            asked.gateways,
            abi.encodeWithSignature('query((address,string[],bytes)[])', requests),
            this.resolveCallback.selector,
            abi.encode(asked)
        );
    }

    function fail(bytes memory error) private pure {
        assembly {
            revert(add(error, 32), mload(error))
        }
    }

    function behindSelector(bytes memory all) private pure returns (bytes memory rest) {
        rest = new bytes(all.length - 4);
        for (uint256 i = 0; i < rest.length; i++) rest[i] = all[i + 4];
    }

    /// The hash of a name of the DNS's wire format, from one of its labels on (EIP-137).
    function hashed(bytes memory name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        bytes memory label = new bytes(length);
        for (uint256 i = 0; i < length; i++) label[i] = name[at + 1 + i];
        return keccak256(abi.encodePacked(hashed(name, at + 1 + length), keccak256(label)));
    }

    /// A name as the DNS writes it.
    function encoded(bytes memory name) private pure returns (bytes memory dns) {
        dns = abi.encodePacked(uint8(0), name, uint8(0));
        uint256 length = 0;
        for (uint256 i = name.length + 1; i > 0; i--) {
            if (i <= name.length && name[i - 1] == '.') {
                dns[i] = bytes1(uint8(length));
                length = 0;
            } else if (i <= name.length) {
                length++;
            }
        }
        dns[0] = bytes1(uint8(length));
    }

    function digits(bytes calldata account) private pure returns (bytes memory text) {
        bytes16 all = '0123456789abcdef';
        text = new bytes(account.length * 2);
        for (uint256 i = 0; i < account.length; i++) {
            text[2 * i] = all[uint8(account[i]) >> 4];
            text[2 * i + 1] = all[uint8(account[i]) & 15];
        }
    }
}

/// A resolver whose records lie outside of the network. It takes any answer of its gateway: a real one checks a signature or a proof.
contract DemoOffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    string public url;

    function setUrl(string calldata value) external {
        url = value;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == type(IExtendedResolver).interfaceId;
    }

    function resolve(bytes calldata, bytes calldata data) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, data, this.answered.selector, '');
    }

    function answered(bytes calldata response, bytes calldata) external pure returns (bytes memory) {
        return response;
    }
}
