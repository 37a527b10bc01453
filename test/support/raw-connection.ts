import { connect, type Socket } from 'node:net';

/** One connection on which a test says exactly the bytes it wants, and hears exactly what comes back. */
export type RawConnection = Readonly<{
  say(text: string | Buffer): void;
  heard(): string;
  until(pattern: RegExp): Promise<string>;
  closed: Promise<string>;
  socket: Socket;
}>;

export async function openRawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  const listeners = new Set<() => void>();
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += String(chunk);
    for (const listener of listeners) listener();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    closed,
    say: (said) => void socket.write(said),
    heard: () => text,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(text)) return;
          listeners.delete(look);
          resolve(text);
        };
        listeners.add(look);
        socket.on('close', () => reject(new Error(`closed before ${String(pattern)}: ${text}`)));
        look();
      }),
  };
}
