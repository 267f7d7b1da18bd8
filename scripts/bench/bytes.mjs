// The bytes that a page downloads, with their limits. scripts/size.mjs fails if one is exceeded.
import { weights } from '../size.mjs';

export async function bytes({ line }) {
  for (const { name, total, max } of weights().budgets)
    line(`bytes: ${name}`, 'kB br', [total.brotli / 1000], { most: max / 1000 });
}
