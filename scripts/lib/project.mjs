// The paths of the project. Cargo's target folder can be outside.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const at = (...names) => path.join(root, ...names);

export const targetFolder = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
export const engineFolder = path.join(targetFolder, 'engine');

const program = (name) =>
  path.join(targetFolder, 'debug', process.platform === 'win32' ? `${name}.exe` : name);
export const servicesBinary = program('demo-services');
export const xtaskBinary = program('xtask');
