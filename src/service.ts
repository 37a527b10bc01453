import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import type { Config } from './config/config.js';

/** The service as a whole, running. */
export type RunningService = Readonly<{ url: string; stop(): Promise<void> }>;

/** Says what is being done, for a person who waits. */
export type Tell = (line: string) => void;

/**
 * Starts the whole in its order. Whatever was started is remembered, and is stopped again in the opposite order: at the end, and
 * also when a later step fails.
 */
export async function startService(config: Config, tell: Tell): Promise<RunningService> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    tell('Starting the service ...');
    const app = await createApp(config, config.databaseUrl ?? '');
    undo.push(() => app.close());
    await app.listen(config.port, config.host);
    const { port } = app.getHttpServer().address() as AddressInfo;
    config.listensOn(port);
    return { url: config.baseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
