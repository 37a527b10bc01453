import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A further address of a service, where all connections are cut now and then, or refused for a while as those of a service that is stopped. */
export async function cuttingProxy(target: string) {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const service = connect(Number(port), hostname);
    for (const socket of [caller, service])
      sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    caller.pipe(service).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): number => {
    const count = sockets.size;
    for (const socket of sockets) socket.destroy();
    return count;
  };
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut,
    refuse: async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
    accept: async (): Promise<void> => {
      await once(server.listen(ownPort, '127.0.0.1'), 'listening');
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
