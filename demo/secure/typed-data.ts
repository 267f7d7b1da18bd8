/** A page's EIP-712 data, validated strictly: a field that the types don't name would be displayed without being signed. */
import type { TypedDataDefinition } from 'viem';
import { isRecord } from './json';

type Field = { name: string; type: string };
type Types = Record<string, Field[]>;

export type TypedData = {
  definition: TypedDataDefinition;
  domain: Record<string, unknown>;
  primaryType: string;
  message: Record<string, unknown>;
};

const DOMAIN: Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** JSON text or an object; rejects with the mistake. */
export function readTypedData(given: unknown): TypedData {
  const data = typeof given === 'string' ? parse(given) : given;
  if (!isRecord(data)) throw new Error('typed data must be an object or JSON');
  const { types: rawTypes, primaryType, domain = {}, message } = data;
  if (!isRecord(rawTypes) || typeof primaryType !== 'string' || !isRecord(domain) || !isRecord(message))
    throw new Error('typed data needs types, primaryType, domain and message');
  const types = readTypes(rawTypes);
  types['EIP712Domain'] ??= DOMAIN.filter(({ name }) => Object.hasOwn(domain, name));
  if (primaryType === 'EIP712Domain' || !Object.hasOwn(types, primaryType))
    throw new Error(`types has no ${primaryType}`);
  expectStruct(types, 'EIP712Domain', domain, 'domain');
  expectStruct(types, primaryType, message, 'message');
  const definition = { types, primaryType, domain, message } as unknown as TypedDataDefinition;
  return { definition, domain, primaryType, message };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('typed data is no JSON');
  }
}

function readTypes(given: Record<string, unknown>): Types {
  const types: Types = {};
  for (const [name, fields] of Object.entries(given)) {
    const list = Array.isArray(fields) ? fields : [];
    const read = list.filter(isField).map((field) => ({ name: field.name, type: field.type }));
    const names = new Set(read.map((field) => field.name));
    if (!Array.isArray(fields) || read.length !== list.length || names.size !== read.length)
      throw new Error(`types has no readable ${name}`);
    types[name] = read;
  }
  return types;
}

function isField(value: unknown): value is Field {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';
}

function expectStruct(types: Types, type: string, value: Record<string, unknown>, where: string): void {
  const fields = types[type]!;
  for (const name of Object.keys(value))
    if (!fields.some((field) => field.name === name)) throw new Error(`${where}.${name} is not in the types`);
  for (const { name, type: of } of fields) {
    if (!Object.hasOwn(value, name)) throw new Error(`${where}.${name} is missing`);
    expectValue(types, of, value[name], `${where}.${name}`);
  }
}

function expectValue(types: Types, type: string, value: unknown, where: string): void {
  const array = /^(.+)\[(\d*)\]$/.exec(type);
  if (array) {
    const [, of, length] = array;
    if (!Array.isArray(value) || (length && value.length !== Number(length)))
      throw new Error(`${where} is no list of that length`);
    value.forEach((item, index) => expectValue(types, of!, item, `${where}[${index}]`));
  } else if (Object.hasOwn(types, type)) {
    if (!isRecord(value)) throw new Error(`${where} is no object`);
    expectStruct(types, type, value, where);
  } else if (value === null || value === undefined || typeof value === 'object') {
    // The signer validates plain values.
    throw new Error(`${where} is no value of ${type}`);
  }
}
