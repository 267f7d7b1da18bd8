/** The listener for panics. */
let died = () => {};

/** `tell` hears of a panic from inside the dying instance: it must unwind before anything else happens. */
export function whenDead(tell) {
  died = tell;
}

/** Every way into the engine: a panic is a trap without words there (docs/spec/toolchain.md), and leaves an instance unusable. */
export function enter(f, a, b, c, d) {
  try {
    return f(a, b, c, d);
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) died(cause);
    throw cause;
  }
}
