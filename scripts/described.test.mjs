// @vitest-environment node
// docs/api/services.openapi.json has the routes of the demo's services and no others, its references resolve, and its checker finds wrong responses.
// e2e/bindings/described.e2e.ts checks the demo's responses against it.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOf, bodyOf, calls, description, shapeOf } from '../bin/described.mjs';
import { at } from './lib/project.mjs';

/** The demo's address of each service. */
const SOURCES = {
  wallet: ['wallet_services.rs', 'wallet_services'],
  data: ['data.rs', 'data'],
  analytics: ['analytics.rs', 'analytics'],
};
/** Only in the demo: the gateway of its name resolver, the images of its responses, and the routes and lists for tests. */
const OWN = /^\/(ccip\/|images\/|__|received$)/;

const rustOf = (name) => {
  const file = at('demo/services/src/hosts', name);
  if (name.endsWith('.rs')) return readFileSync(file, 'utf8');
  return readdirSync(file, { recursive: true })
    .filter((one) => one.endsWith('.rs'))
    .map((one) => readFileSync(path.join(file, one), 'utf8'))
    .join('\n');
};
const anonymous = (route) => route.replace(/\{\w+\}/g, '{}').replace(/(.)\/$/, '$1');

test('describes every route of the demo’s services @10.43', () => {
  for (const [service, sources] of Object.entries(SOURCES)) {
    const text = sources.map(rustOf).join('\n');
    const routes = [...text.matchAll(/\.route\(\s*"([^"]+)",\s*(get|post)\(/g)]
      .filter(([, route]) => !OWN.test(route))
      .map(([, route, method]) => `${method} ${anonymous(route)}`);
    const described = calls
      .filter((one) => one.service === service)
      .map((one) => `${one.method} ${anonymous(one.path)}`);
    expect([...new Set(routes)].sort(), service).toEqual(described.sort());
  }
});

test('refers to existing schemas, and names calls and parameters once', () => {
  for (const [, reference] of JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = reference.split('/').reduce((now, name) => now?.[name], description);
    expect(found, reference).toBeDefined();
  }
  const ids = calls.map(({ call }) => call.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path: route, call } of calls) {
    const inPath = call.parameters.filter((one) => one.in === 'path').map((one) => one.name);
    expect(inPath, route).toEqual([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    answerOf(call.operationId);
    bodyOf(call.operationId);
  }
  for (const schema of Object.values(description.components.schemas)) shapeOf(schema);
});

describe('finds what is wrong with an answer @10.43', () => {
  const wallets = (...data) => answerOf('wallets')({ data, count: 1 }, '');
  const one = { id: 'a', name: 'A' };
  test.each([
    [wallets(one), null],
    [wallets({ ...one, rdns: null, chains: ['eip155:1'], more: 7 }), null],
    [wallets({ id: 'a' }), 'data[0].name is missing, not a text'],
    [wallets({ ...one, chains: ['Ethereum'] }), 'data[0].chains[0] is a text, not a chain id (CAIP-2)'],
    [wallets({ ...one, rdns: 7 }), 'data[0].rdns is a number, not a text or null'],
    [answerOf('wallets')({ data: [], count: 1.5 }, ''), 'count is a number, not a whole number'],
    [
      answerOf('nameRecord')({ addresses: { 60: { address: 7 } } }, ''),
      'addresses.60.address is a number, not a text',
    ],
    [
      answerOf('history')({ data: [{ id: 'a', metadata: null }] }, ''),
      'data[0].metadata is null, not an object',
    ],
    [bodyOf('prices')({ currency: 'eur', addresses: [] }, ''), 'currency is "eur", not one of usd'],
    [answerOf('onrampQuote')({}, ''), 'paymentSubtotal is missing, not an object'],
  ])('%s', (found, words) => expect(found).toBe(words));

  test('throws for an unknown keyword of JSON Schema', () => {
    expect(() => shapeOf({ type: 'string', maxLength: 3 })).toThrow('maxLength is not known');
    expect(() => shapeOf({ type: 'text' })).toThrow('the type text is not known');
  });
});
