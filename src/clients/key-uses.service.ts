import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { KeyUse } from './calls/key-call.entity.js';

const WRITE_EVERY_MS = 60_000;

/** Removed keys are skipped; rows are locked in one order, so that two processes cannot deadlock. */
const WRITE = `
  insert into key_uses (client_id, last_used_at)
  select c.client_id, now() - make_interval(secs => used.seconds_ago)
  from jsonb_to_recordset(?::jsonb) as used(client_id text, seconds_ago float8) join clients c on c.client_id = used.client_id
  order by c.client_id
  on conflict (client_id) do update set last_used_at = greatest(key_uses.last_used_at, excluded.last_used_at)`;

/**
 * The last use of each key: authentication, a granted token, or a request with a token. A request costs an entry in
 * memory; all entries are written in one statement every minute and when the service stops. Uses in another process
 * appear up to a minute late, and a killed process loses its last minute. There is one entry per key in use, and only
 * for existing keys.
 */
@Injectable()
export class KeyUsesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(KeyUsesService.name);
  private used = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly em: EntityManager) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.write();
  }

  /** The monotonic clock gives the age, and the database, the common clock of all processes, the time. */
  record(clientId: string): void {
    this.used.set(clientId, performance.now());
  }

  /** Keys without use are omitted. Unwritten uses of this process count. */
  async findLastUses(clientIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    await this.writing;
    const rows = await this.em.find(KeyUse, { clientId: { $in: [...clientIds] } });
    const uses = new Map(rows.map(({ clientId, lastUsedAt }) => [clientId, lastUsedAt]));
    for (const clientId of clientIds) {
      const at = this.used.get(clientId);
      if (at !== undefined) uses.set(clientId, new Date(Date.now() - (performance.now() - at)));
    }
    return uses;
  }

  /** Entries that could not be written are tried again; no request depends on them. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow());
    return this.writing;
  }

  private async writeNow(): Promise<void> {
    const { used } = this;
    if (used.size === 0) return;
    this.used = new Map();
    const now = performance.now();
    const entries = [...used].map(([clientId, at]) => ({ client_id: clientId, seconds_ago: (now - at) / 1000 }));
    try {
      await this.em.fork().execute(WRITE, [JSON.stringify(entries)]);
    } catch (error) {
      this.used = new Map([...used, ...this.used]);
      this.log.warn(`When keys were last used is written later: ${(error as Error).message}`);
    }
  }
}
