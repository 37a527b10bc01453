import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A further address of a service, where all connections are cut now and then. */
export async function cuttingProxy(target: string) {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const service = connect(Number(port), hostname);
    for (const socket of [caller, service]) sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    caller.pipe(service).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): number => {
    const count = sockets.size;
    for (const socket of sockets) socket.destroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
