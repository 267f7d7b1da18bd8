// A JSON-RPC node over HTTP: its methods, the faults that tests set, and controls for tests.
import { serve } from './http.mjs';

export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}

/**
 * `methods`: name -> handler of its params; the second argument is a fault that isn't a whole response. `controls`: URL -> control for
 * tests, in addition to `/__faults` (`{method, faults}`: for its next calls `{error}`, `"hang"`, `{result}`) and `/__reset`.
 */
export function serveRpc(port, methods, controls) {
  const faults = new Map();
  const all = {
    '/__faults': ({ method, faults: next }) => void faults.set(method, [...next]),
    '/__reset': () => faults.clear(),
    ...controls,
  };

  async function answered({ id = null, method, params = [] }) {
    const fault = (faults.get(method) ?? []).shift();
    try {
      if (fault === 'hang') return await new Promise(() => {});
      if (fault?.error) throw new RpcError(fault.error.code, fault.error.message, fault.error.data);
      if (Object.hasOwn(Object(fault), 'result')) return { jsonrpc: '2.0', id, result: fault.result };
      if (!Object.hasOwn(methods, method)) throw new RpcError(-32601, 'Method not found');
      return { jsonrpc: '2.0', id, result: methods[method](params, fault) };
    } catch (error) {
      const code = error instanceof RpcError ? error.code : -32603;
      return { jsonrpc: '2.0', id, error: { code, message: error.message, data: error.data } };
    }
  }

  return serve(port, async (method, { pathname }, text) => {
    if (method !== 'POST') return [405];
    try {
      const body = JSON.parse(text || '{}');
      if (Object.hasOwn(all, pathname)) return [200, all[pathname](body) ?? {}];
      return [200, Array.isArray(body) ? await Promise.all(body.map(answered)) : await answered(body)];
    } catch (error) {
      return [400, { jsonrpc: '2.0', id: null, error: { code: -32700, message: error.message } }];
    }
  });
}
