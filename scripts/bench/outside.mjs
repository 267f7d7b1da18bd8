/** Runs in the page: `walletOutside()` returns the bytes of WebAssembly memory. They aren't part of the heap, so this wraps the functions that create the memory. */
export function outside() {
  const memories = new Set();
  const keep = (instance) => {
    for (const value of Object.values(instance.exports))
      if (value instanceof WebAssembly.Memory) memories.add(value);
    return instance;
  };
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct: (own, args) => keep(Reflect.construct(own, args)),
  });
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const own = WebAssembly[name];
    WebAssembly[name] = async (...args) => {
      const result = await own.apply(WebAssembly, args);
      keep(result.instance ?? result);
      return result;
    };
  }
  globalThis.walletOutside = () => {
    // Zero would mean that the wrapper missed the start. No value is better than a wrong one.
    if (!memories.size) throw new Error('no memory of WebAssembly was seen');
    return [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  };
}
