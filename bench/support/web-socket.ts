/** WebSocket frames with as little work as possible: who sends the load shares the processors with who is measured. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export async function connectWebSocket({
  url,
  path,
  token,
}: Readonly<{ url: string; path: string; token: string }>): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const head = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\nauthorization: Bearer ${token}\r\n\r\n`;
  socket.write(head);
  const ended = once(socket, 'close').then(() => {
    throw new Error('The connection ended before its answer.');
  });
  const [answer] = (await Promise.race([once(socket, 'data'), ended])) as [Buffer];
  if (!answer.toString().startsWith('HTTP/1.1 101')) throw new Error(answer.toString());
  // The first message of the service may have come with the answer.
  const rest = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
  if (rest.length > 0) socket.unshift(rest);
  socket.on('error', () => undefined);
  return socket;
}

/** Bytes of a longer length behind the head, and how many of them are not zero. */
const LONG_LENGTHS = new Map([
  [126, { bytes: 2, used: 2 }],
  [127, { bytes: 8, used: 6 }],
]);

/** Where a whole frame begins and ends behind its head, or null while some of it is missing. */
export function frameAt(bytes: Buffer, at: number): Readonly<{ from: number; end: number }> | null {
  if (at + 2 > bytes.length) return null;
  const short = bytes.readUInt8(at + 1);
  const long = LONG_LENGTHS.get(short);
  const from = at + 2 + (long?.bytes ?? 0);
  if (from > bytes.length) return null;
  const end = from + (long === undefined ? short : bytes.readUIntBE(from - long.used, long.used));
  return end > bytes.length ? null : { from, end };
}

/** A frame of a client has to be masked; with zeros it stays as it is. */
export function masked(code: number, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head =
    length < 126
      ? [0x80 | code, 0x80 | length, 0, 0, 0, 0]
      : [0x80 | code, 0x80 | 126, length >> 8, length & 255, 0, 0, 0, 0];
  return Buffer.concat([Buffer.from(head), Buffer.from(text)]);
}
