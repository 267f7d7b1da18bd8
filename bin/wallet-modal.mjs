#!/usr/bin/env node
// `npx wallet-modal check-services`: see docs/guide/own-services.md.
import { parseArgs } from 'node:util';
import { checkServices } from './check-services.mjs';

const HELP = `wallet-modal check-services --wallet URL --data URL [--url URL for both]
  [--project ID] [--chain eip155:1] [--account 0x...]

Asks services of your own what the modal asks, and says what is wrong with an answer.`;

const options = Object.fromEntries(
  ['url', 'wallet', 'data', 'project', 'chain', 'account'].map((name) => [name, { type: 'string' }]),
);

async function main() {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { url, wallet = url, data = url } = values;
  if (positionals[0] !== 'check-services' || (!wallet && !data)) {
    console.log(HELP);
    return 2;
  }
  const found = await checkServices(
    { wallet, data },
    { projectId: values.project, chainId: values.chain, account: values.account },
  );
  for (const { service, call, wrong } of found)
    console.log(`${wrong ? 'wrong' : 'fine '}  ${service}: ${call}${wrong ? `: ${wrong}` : ''}`);
  const wrong = found.filter((one) => one.wrong).length;
  console.log(wrong ? `${wrong} of ${found.length} are wrong` : `all ${found.length} are fine`);
  return wrong ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
