/** Bundles the window's script into one file, for the demo services' `--wallet-bundle`. */
import { fileURLToPath } from 'node:url';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  input: here('./confirm.ts'),
  output: { file: here('../../../.demo/wallet/confirm.js'), format: 'es', inlineDynamicImports: true },
  plugins: [
    nodeResolve({ browser: true, extensions: ['.ts', '.js', '.mjs'] }),
    commonjs(),
    esbuild({ target: 'es2022', minify: true }),
  ],
  // Misplaced annotations and import cycles in libraries aren't ours to fix.
  onwarn: (warning, warn) => {
    if (!['INVALID_ANNOTATION', 'CIRCULAR_DEPENDENCY'].includes(warning.code)) warn(warning);
  },
};
