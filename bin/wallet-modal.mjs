#!/usr/bin/env node
// `npx wallet-modal`: see docs/guide/own-services.md.
import { parseArgs } from 'node:util';
import { checkServices } from './check-services.mjs';
import { PUBLIC_DIRECTORY, takeDirectory } from './directory.mjs';

const HELP = `wallet-modal check-services --wallet URL --data URL [--url URL for both]
  [--project ID] [--chain eip155:1] [--account 0x...]

Asks services of your own what the modal asks, and says what is wrong with an answer.

wallet-modal directory --out wallets.json --project ID
  [--url ${PUBLIC_DIRECTORY}] [--chains eip155:1,eip155:10] [--include IDS] [--exclude IDS]

Takes the directory of wallets into a file of your own, with the pictures in a folder beside it:
then \`data: { wallets: '/wallets.json' }\` reads it in place of the directory.`;

const names = ['url', 'wallet', 'data', 'project', 'chain', 'account', 'out', 'chains', 'include', 'exclude'];
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

async function check({ url, wallet = url, data = url, project, chain, account }) {
  if (!wallet && !data) return help();
  const found = await checkServices({ wallet, data }, { projectId: project, chainId: chain, account });
  for (const { service, call, wrong } of found)
    console.log(`${wrong ? 'wrong' : 'fine '}  ${service}: ${call}${wrong ? `: ${wrong}` : ''}`);
  const wrong = found.filter((one) => one.wrong).length;
  console.log(wrong ? `${wrong} of ${found.length} are wrong` : `all ${found.length} are fine`);
  return wrong ? 1 : 0;
}

async function directory({ url, out, project, chains, include, exclude }) {
  if (!out) return help();
  if (!project && !url) throw new Error('the public directory wants the id of your project: --project ID');
  const { wallets, pictures, folder, warnings } = await takeDirectory({
    url,
    out,
    projectId: project,
    chains,
    include,
    exclude,
  });
  for (const warning of warnings) console.error(`left out: ${warning}`);
  console.log(`${wallets} wallets are in ${out}, ${pictures} pictures in ${folder} beside it`);
  return 0;
}

function help() {
  console.log(HELP);
  return 2;
}

const commands = { 'check-services': check, directory };

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  process.exitCode = await (commands[positionals[0]] ?? help)(values);
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
