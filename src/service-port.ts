import { createServer } from 'node:net';
import { OperatorTrouble } from './errors/operator-trouble.js';

/**
 * Asks the operating system whether a port can be had, by taking it and giving it back at once. Asked before anything is
 * made or started, so that a taken port costs nobody a minute, and nobody the first sign-in, which is shown once.
 */
export async function askForPort(host: string, port: number): Promise<void> {
  const refusal = await new Promise<Error | null>((resolve) => {
    const server = createServer();
    server.once('error', resolve).listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
  if (refusal !== null) throw whyNotListening(refusal, host, port);
}

/** What the operating system said, in plain words and with a mend. */
export function whyNotListening(cause: unknown, host: string, port: number): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const where = `port ${port} of ${host}`;
  const other = port < 65535 ? port + 1 : 3000;
  switch (code) {
    case 'EADDRINUSE':
      return new OperatorTrouble(
        `Another program listens on ${where} already.`,
        `Stop it, or take another port: PORT=${other} npm start`,
        { cause },
      );
    case 'EACCES':
      return new OperatorTrouble(
        `This user may not listen on ${where}.`,
        'Take a port from 1024 upwards, for example: PORT=3000 npm start',
        { cause },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorTrouble(
        `HOST=${host} is not an address of this machine.`,
        'Take one that is: HOST=127.0.0.1, or HOST=0.0.0.0 for all of them.',
        { cause },
      );
    default:
      return cause;
  }
}
