// A part of the engine, from what was fetched: streaming where the browser takes it, else from the bytes. A page monitor may have wrapped
// `fetch` (then it is no Response to the browser), a static host may send another MIME type.

import { compile, compileStreaming } from '../captured';

export async function compiled(asked: Response | Promise<Response>): Promise<WebAssembly.Module> {
  const response = await asked;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  try {
    return await compileStreaming(response);
  } catch (cause) {
    // What was read and is no engine stays none.
    if (response.bodyUsed) throw cause;
  }
  return await compile(await response.arrayBuffer());
}
