import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came back to the application: the method, and what the address or the body carried. */
type Arrival = Readonly<{ method: string; url: string; body: string }>;

/** Another user's application, on an origin of its own: it answers everything with a small page and remembers what arrived. */
export async function openApplication() {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.url?.startsWith('/cb') === true)
        arrivals.push({ method: request.method ?? '', url: request.url, body });
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          '<!doctype html><html lang="en"><title>Application</title><link rel="icon" href="data:,"><h1>Arrived</h1>',
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { origin, callback: `${origin}/cb`, arrivals, close: () => new Promise((resolve) => server.close(resolve)) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
