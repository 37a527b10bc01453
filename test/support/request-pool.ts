import pg from 'pg';
import { createRequestPoolConfig } from '../../src/database/connection.js';

/** Connections as requests have them, with their time limit. */
export const openRequestPool = (url: string): pg.Pool =>
  new pg.Pool(createRequestPoolConfig(url)).on('error', () => undefined);
