// A script ends with one sentence that says what to do. It prints a stack only for our own mistakes.

/** A problem that the user can fix: printed as one sentence, exit code 1. */
export class Problem extends Error {}

/** Runs a script's main function. `name` precedes the sentence. */
export async function main(name, run) {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Problem ? `${name}: ${error.message}` : error);
    process.exitCode = 1;
  }
}
