import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fetchAgain } from '../support/patient-fetch.js';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('fetchAgain', () => {
  const sockets: Socket[] = [];
  const server = createServer();
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.removeAllListeners('connection');
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => server.close());

  /** Answers so many requests of each connection, and ends the connection at the next one. */
  const answer = (counts: readonly number[], end: (socket: Socket) => void): void =>
    void server.on('connection', (socket) => {
      let left = counts[sockets.push(socket) - 1] ?? Infinity;
      socket.on('error', () => undefined);
      socket.on('data', () => (left-- > 0 ? socket.write(ANSWER) : end(socket)));
    });
  const read = async (): Promise<string> => (await fetchAgain(url)).text();

  it.each<[string, (socket: Socket) => void]>([
    ['closes', (socket) => socket.destroy()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('repeats a read when the service %s a connection that was kept, and not a new one', async (_how, end) => {
    answer([1, 1, 0], end);
    expect(await read()).toBe('ok');
    expect(await read()).toBe('ok');
    expect(sockets).toHaveLength(2);
    await expect(fetchAgain(url, { method: 'POST' })).rejects.toThrow('fetch failed');
    await expect(read()).rejects.toThrow('fetch failed');
    expect(sockets).toHaveLength(3);
  });
});
