import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

/**
 * An application of another party on an origin of its own. `host` is a name of this machine: `127.0.0.1` is the same site as the service
 * under test, `localhost` is another site to a browser.
 */
export async function openRelyingParty(handle: Handler, host: '127.0.0.1' | 'localhost' = '127.0.0.1') {
  const server = createServer((request, response) => {
    void Promise.resolve(handle(request, response, new URL(request.url ?? '/', 'http://application'))).catch(
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
