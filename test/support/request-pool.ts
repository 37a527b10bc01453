import pg from 'pg';
import { connect, createConnectionConfig, createRequestPoolConfig } from '../../src/database/connection.js';

/** Connections as requests have them, with their time limit. */
export const openRequestPool = (url: string): pg.Pool =>
  new pg.Pool(createRequestPoolConfig(url)).on('error', () => undefined);

/** One as the exchange's tables have it. */
export const openSingleConnection = (url: string, limitMs: number): Promise<pg.Client> =>
  connect({ ...createConnectionConfig(url, 'test'), query_timeout: limitMs });
