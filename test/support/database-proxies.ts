import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Duplex, PassThrough, Transform } from 'node:stream';

/** What happens to the bytes on their way to the database, and on their way back; one of each for every connection. */
type OnTheWay = Readonly<{ there?: (cut: () => void) => Duplex; back?: (cut: () => void) => Duplex }>;

/** A further address of a database, on the way to which something happens to what is said. */
async function wayToDatabase(
  url: string,
  { there = () => new PassThrough(), back = () => new PassThrough() }: OnTheWay,
) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (caller) => {
    const database = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    for (const socket of [caller, database]) sockets.add(socket.on('error', () => undefined));
    const cut = (): void => void [caller, database].map((socket) => socket.destroy());
    caller.pipe(there(cut)).pipe(database);
    database.pipe(back(cut)).pipe(caller);
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

/** A way that breaks the first connections on which this is said, before the database hears it. */
export function openBreakingProxy(url: string, { said, times }: Readonly<{ said: string; times: number }>) {
  let left = times;
  const breaking = (cut: () => void): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (chunk.includes(said) && left-- > 0) cut();
        else done(null, chunk);
      },
    });
  return wayToDatabase(url, { there: breaking });
}

/** A database that is some milliseconds away, in each direction. */
export const openSlowProxy = (url: string, milliseconds: number) =>
  wayToDatabase(url, { there: () => late(milliseconds), back: () => late(milliseconds) });

/** Every chunk comes later by so much, and none waits for the one before it: timers of one length end in the order in which they began. */
function late(milliseconds: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => this.push(chunk), milliseconds);
      done();
    },
    flush(done) {
      setTimeout(done, milliseconds);
    },
  });
}

/**
 * A way on which statements are answered as ever and no announcement arrives, as behind a pooler that gives every transaction
 * another connection.
 */
export const openSilentProxy = (url: string) => wayToDatabase(url, { back: withoutAnnouncements });

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

/** A way that can lose the answer to what was sent last, with the connection, though it was done. `mark` is known by its answer. */
export async function openLossyProxy(url: string, mark: string) {
  let losesNext = false;
  const lossy = (cut: () => void): Transform =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!losesNext || !chunk.includes(mark)) {
          done(null, chunk);
          return;
        }
        losesNext = false;
        cut();
      },
    });
  const way = await wayToDatabase(url, { back: lossy });
  return { ...way, loseNext: () => (losesNext = true), hasLost: () => !losesNext };
}
