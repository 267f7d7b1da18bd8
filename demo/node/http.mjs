// What every node of the demo is served by: one port of this machine, open to every page, bodies of a size that has an end.
import { createServer } from 'node:http';

const BODY_BYTES_MAX = 1_000_000;

/**
 * `answer` is given the method, the url and the body as text, and gives a status, a body (a text as it is, else JSON; undefined for none) and, where
 * it is no JSON, its type.
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

/** `--port` of the command line */
export const givenPort = () => Number(process.argv[process.argv.indexOf('--port') + 1]);
