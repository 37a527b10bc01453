import { type BatchToWrite, ExchangeStore, type WriterSession } from '../../src/exchange/store/exchange-store.js';
import { query } from './postgres-service.js';
import type { TestApp } from './test-app.js';

const END_WRITER = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'kontor exchange' and datname = current_database()`;

/** The next writer commits its first batch, and loses its connection before it learns of that. */
export function loseFirstConfirmation({ app, database }: Pick<TestApp, 'app' | 'database'>): void {
  const store = app.get(ExchangeStore, { strict: false });
  const takeOver = store.takeOver.bind(store);
  store.takeOver = async () => {
    store.takeOver = takeOver;
    const session = await takeOver();
    return Object.assign(Object.create(session) as WriterSession, {
      write: async (batch: BatchToWrite) => {
        await session.write(batch);
        await query(database.url, END_WRITER);
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
    });
  };
}
