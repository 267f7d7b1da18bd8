// The HTTP server of every demo node: one local port, open to every page, with a size limit for bodies.
import { createServer } from 'node:http';

const BODY_BYTES_MAX = 1_000_000;

/**
 * `answer` gets the method, the URL and the body as text. It returns a status, a body (a string as it is, otherwise JSON; undefined for
 * none) and, if it isn't JSON, its type.
 */
export function serve(port, answer) {
  const server = createServer((request, response) => {
    const say = (status, body, type = 'application/json') => {
      response.writeHead(status, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'content-type': type,
      });
      response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
    };
    if (request.method === 'OPTIONS') return say(204);
    const pieces = [];
    let length = 0;
    request.on('data', (piece) => {
      length += piece.length;
      if (length <= BODY_BYTES_MAX) pieces.push(piece);
    });
    request.on('end', async () => {
      if (length > BODY_BYTES_MAX) return say(413);
      const url = new URL(request.url, 'http://127.0.0.1');
      say(...(await answer(request.method, url, Buffer.concat(pieces).toString())));
    });
  });
  server.listen(port, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
  return server;
}

/** the command line's `--port` */
export const givenPort = () => Number(process.argv[process.argv.indexOf('--port') + 1]);
