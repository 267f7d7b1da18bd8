// What a visitor downloads (scripts/size.mjs, which is also where too much of it is an error), beside its budgets.
import { weights } from '../size.mjs';

export async function bytes({ line }) {
  for (const { name, total, max } of weights().budgets)
    line(`bytes: ${name}`, 'kB br', [total.brotli / 1000], { most: max / 1000 });
}
