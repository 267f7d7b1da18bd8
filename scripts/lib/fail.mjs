// A script ends with one sentence that says what to do, never with a stack: that is for mistakes of ours.

/** What a person can mend: printed as one sentence, exit code 1. */
export class Problem extends Error {}

/** Runs a script's main function; `name` stands before the sentence. */
export async function main(name, run) {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Problem ? `${name}: ${error.message}` : error);
    process.exitCode = 1;
  }
}
