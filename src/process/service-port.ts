import { createServer } from 'node:net';
import { OperatorError } from '../errors/operator-error.js';

/**
 * Asks the operating system whether a port can be had, by taking it and giving it back at once. Asked before anything is
 * made or started, so that a taken port costs nobody a minute, and nobody the first sign-in, which is shown once.
 */
export async function checkPortAvailable(host: string, port: number): Promise<void> {
  const error = await new Promise<Error | null>((resolve) => {
    const server = createServer();
    server.once('error', resolve).listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
  if (error !== null) throw explainListenError(error, host, port);
}

/** What the operating system said, in plain words and with a fix. */
export function explainListenError(cause: unknown, host: string, port: number): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const address = `port ${port} of ${host}`;
  const otherPort = port < 65535 ? port + 1 : 3000;
  switch (code) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Another program listens on ${address} already.`,
        `Stop it, or take another port: PORT=${otherPort} npm start`,
        { cause },
      );
    case 'EACCES':
      return new OperatorError(
        `This user may not listen on ${address}.`,
        'Take a port from 1024 upwards, for example: PORT=3000 npm start',
        { cause },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(
        `HOST=${host} is not an address of this machine.`,
        'Take one that is: HOST=127.0.0.1, or HOST=0.0.0.0 for all of them.',
        { cause },
      );
    default:
      return cause;
  }
}
