import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * A way to a database on which statements are answered as ever and no announcement arrives, as behind a pooler that gives every
 * transaction another connection.
 */
export async function deafWayTo(url: string) {
  const there = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const database = connect(Number(there.port), there.hostname);
    for (const socket of [caller, database]) sockets.add(socket.on('error', () => undefined));
    caller.pipe(database);
    database.pipe(withoutAnnouncements()).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = new URL(url);
  here.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: here.href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** PostgreSQL's messages are a letter, a length that counts itself, and a body; an announcement's letter is A. */
function withoutAnnouncements(): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        if (rest[0] !== 'A'.charCodeAt(0)) this.push(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      done();
    },
  });
}
