// Compiles a part of the engine from its response: streaming if the browser supports it, otherwise from the bytes. Streaming fails if a
// page monitor wraps `fetch` (the result isn't a native Response) or if a static host sends another MIME type.

import { compile, compileStreaming } from '../captured';

export async function compiled(asked: Response | Promise<Response>): Promise<WebAssembly.Module> {
  const response = await asked;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  try {
    return await compileStreaming(response);
  } catch (cause) {
    // The bytes were read and aren't an engine, so a second try would fail too.
    if (response.bodyUsed) throw cause;
  }
  return await compile(await response.arrayBuffer());
}
