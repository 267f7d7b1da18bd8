// What a visitor downloads (scripts/size.mjs, which is also where too much of it is an error), beside the goals.
import { weights } from '../size.mjs';

export async function bytes({ line }) {
  for (const { name, total, goal } of weights().budgets)
    line(`bytes: ${name}`, 'kB br', [total.brotli / 1000], { most: goal / 1000 });
}
