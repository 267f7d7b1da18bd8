// The common part of the kit's servers: on loopback, for any page, without browser caches.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
  'cache-control': 'no-store',
};
/** More than any request of the modal contains. */
const BODY_BYTES_MAX = 1 << 20;

export function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address == 'object' ? address?.port : 0}`);
    });
  });
}

/** Also closes open connections, because a page might still have some. */
export function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(json));
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) {
    text += String(piece);
    if (text.length > BODY_BYTES_MAX) throw new Error('the body is too long');
  }
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return text;
  }
}
