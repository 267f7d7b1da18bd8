// The layers of `npm test`: their needs, and their lanes.
//
// The lanes `native` and `web` are cargo's two locks (two target folders), and `light` uses at most one core. A layer without a lane has the
// machine for itself: browser tests measure real time.
import { lintWeb, sources } from '../check.mjs';
import { size } from '../size.mjs';
import { run } from './run.mjs';
import { BROWSER_TESTS, RECORDER, WALK } from './filter.mjs';
import { reportOf, noteCargo } from './slowest.mjs';
import { effects, dist, engine, LINTED, NATIVE, packages, pocketWallet, programs } from './steps.mjs';

/** What a page of the demo is made of. */
const PAGES = ['dist', 'pocket wallet', 'page of effects', 'build tool and demo services'];

/**
 * @param {{files: string[]}} chosen of the browser tests
 * @param {string} [browser] what they run in
 * @param {{FIREFOX?: string, WEBKIT?: string}} [others] what the walk runs in
 */
export function layers({ files }, browser, others) {
  const cargo = (args, what) => run('cargo', args, { what, env: LINTED });
  const inOthers = (file) =>
    run(
      'playwright',
      ['test', '--config', 'e2e/browsers/playwright.config.ts', '--reporter=list,json', file],
      {
        what: file,
        env: { ...others, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('walk') },
      },
    );
  return {
    'npm packages': { lane: 'light', run: packages },
    'build tool and demo services': { lane: 'native', run: () => programs(LINTED) },
    engine: { needs: ['build tool and demo services'], lane: 'web', run: engine },
    'pocket wallet': { needs: ['npm packages'], lane: 'light', run: pocketWallet },
    'page of effects': { needs: ['npm packages'], lane: 'light', run: effects },
    dist: { needs: ['npm packages', 'engine'], lane: 'light', run: dist },

    'rust: build and lint': {
      needs: ['build tool and demo services'],
      lane: 'native',
      run: async () => {
        await cargo(['build', '--locked', '--quiet', ...NATIVE, '--bins'], 'the programs');
        await cargo(
          ['test', '--locked', '--quiet', ...NATIVE, '--no-run'],
          'compiling and linting the tests',
        );
      },
    },
    'rust tests': {
      // They start the chains, which come as a package.
      needs: ['rust: build and lint', 'npm packages'],
      lane: 'native',
      run: async () => {
        const said = [];
        await run('cargo', ['test', '--locked', ...NATIVE, '--no-fail-fast'], {
          what: 'cargo test',
          env: LINTED,
          heard: (piece) => said.push(piece),
        });
        noteCargo(Buffer.concat(said).toString());
      },
    },
    'lints of the browser half': { needs: ['engine'], lane: 'web', run: lintWeb },
    'formats, lints, types, locks': { needs: ['npm packages'], lane: 'light', run: sources },
    'unit tests of the element': {
      needs: ['npm packages'],
      lane: 'light',
      run: () =>
        run(
          'vitest',
          ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('vitest')}`],
          {
            what: 'vitest',
          },
        ),
    },
    'the official SDKs over our relay': {
      needs: ['npm packages', 'build tool and demo services'],
      lane: 'light',
      run: () =>
        run('node', ['--test', '--test-timeout', '60000', 'demo/services/tests/official/'], {
          what: 'the official SDKs',
        }),
    },
    size: { needs: ['dist'], lane: 'light', run: async () => size() },
    'the package': {
      needs: ['dist'],
      lane: 'light',
      run: () =>
        run('node', ['--test', '--test-timeout', '60000', 'scripts/packaging/package.check.mjs'], {
          what: 'the package',
        }),
    },
    [BROWSER_TESTS]: {
      needs: PAGES,
      run: () =>
        run(
          'playwright',
          ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...files],
          {
            what: 'playwright',
            env: { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('playwright') },
          },
        ),
    },
    [WALK]: { needs: PAGES, run: () => inOthers('walk.ts') },
    [RECORDER]: { needs: PAGES, run: () => inOthers('captured.ts') },
  };
}
