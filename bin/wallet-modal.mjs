#!/usr/bin/env node
// `npx wallet-modal`: see docs/guide/own-services.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkServices } from './check-services.mjs';
import { PUBLIC_DIRECTORY, takeDirectory } from './directory.mjs';
import { oneLine, printable } from './printable.mjs';

const HELP = `Usage: wallet-modal <command> [options]

Commands:
  check-services --wallet URL --data URL [--url URL for both]
                 [--project ID] [--chain eip155:1] [--account 0x...]
      Sends your own services the modal's requests and reports wrong responses.

  directory --out wallets.json --project ID [--url ${PUBLIC_DIRECTORY}]
            [--chains eip155:1,eip155:10] [--include IDS] [--exclude IDS]
      Writes the wallet directory to your own file, with the icons in a folder beside it.
      Then \`data: { wallets: '/wallets.json' }\` reads that file instead of the directory.
      SVG icons are converted to PNG with the package @resvg/resvg-wasm, if it is installed.

Options:
  -h, --help     Shows this help
  -v, --version  Shows the version`;

const strings = (...names) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const flags = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
};

/** A command that was typed wrong: its message is followed by a hint, and the exit code is 2. */
class Misuse extends Error {}

const commands = {
  'check-services': {
    options: strings('url', 'wallet', 'data', 'project', 'chain', 'account'),
    async run({ url, wallet = url, data = url, project, chain, account }) {
      if (!wallet && !data) throw new Misuse('check-services needs --wallet, --data or --url');
      const found = await checkServices({ wallet, data }, { projectId: project, chainId: chain, account });
      for (const { service, call, wrong } of found)
        // a service chooses words of these: each stays one line
        print(`${wrong ? 'wrong' : 'fine '}  ${service}: ${call}${wrong ? `: ${oneLine(wrong)}` : ''}`);
      const wrong = found.filter((one) => one.wrong).length;
      print(wrong ? `${wrong} of ${found.length} are wrong` : `all ${found.length} are fine`);
      return wrong ? 1 : 0;
    },
  },
  directory: {
    options: strings('url', 'out', 'project', 'chains', 'include', 'exclude'),
    async run({ url, out, project, chains, include, exclude }) {
      if (!out) throw new Misuse('directory needs --out');
      // The folder of the icons has the file's name without its extension.
      if (!path.extname(out)) throw new Misuse('--out needs a file with an extension, such as wallets.json');
      if (!project && !url) throw new Misuse('The public directory needs your project ID: --project ID');
      const options = { url, out, projectId: project, chains, include, exclude };
      const { wallets, pictures, folder, warnings } = await takeDirectory(options);
      for (const warning of warnings) console.error(printable(`Skipped ${warning}`));
      print(`Wrote ${wallets} wallets to ${out} and ${pictures} icons to ${folder} beside it`);
      return 0;
    },
  },
};

/** Services choose many of these texts: none may move the cursor or reorder the line. */
function print(text) {
  console.log(printable(text));
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options: { ...options, ...flags }, allowPositionals: true });
  } catch (error) {
    throw new Misuse(error.message);
  }
}

async function main(args) {
  const name = args[0]?.startsWith('-') ? undefined : args[0];
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name !== undefined && name != 'help' && !command) throw new Misuse(`Unknown command: ${name}`);
  const { values, positionals } = parsed(name === undefined ? args : args.slice(1), command?.options);
  if (values.version) {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    console.log(JSON.parse(manifest).version);
    return 0;
  }
  if (values.help || name == 'help') {
    console.log(HELP);
    return 0;
  }
  if (!command) throw new Misuse(args.length ? 'Name a command' : HELP);
  if (positionals.length) throw new Misuse(`Unexpected argument: ${positionals[0]}`);
  return command.run(values);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isMisuse = error instanceof Misuse;
  console.error(printable(error.message));
  if (isMisuse && error.message != HELP) console.error('Run `wallet-modal --help` for the commands.');
  process.exitCode = isMisuse ? 2 : 1;
}
