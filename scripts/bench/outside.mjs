/** In the page: `walletOutside()` is how many bytes of WebAssembly are held. They are none of the heap's, and only who starts it sees them. */
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
    // None would mean that nobody was seen to start it: no figure is better than a wrong one.
    if (!memories.size) throw new Error('no memory of WebAssembly was seen');
    return [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  };
}
