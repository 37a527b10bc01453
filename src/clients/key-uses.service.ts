import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { KeyUse } from './key-use.entity.js';

const WRITE_EVERY_MS = 60_000;

/** A key that was removed in the meantime is left out; rows are taken in one order, so that two processes cannot wait for each other. */
const WRITE = `
  insert into key_uses (client_id, last_used_at)
  select c.client_id, now() - make_interval(secs => used.seconds_ago)
  from jsonb_to_recordset(?::jsonb) as used(client_id text, seconds_ago float8) join clients c on c.client_id = used.client_id
  order by c.client_id
  on conflict (client_id) do update set last_used_at = greatest(key_uses.last_used_at, excluded.last_used_at)`;

/**
 * When each key was last used: to authenticate at any endpoint, to be granted a token, or by a request with such a token.
 *
 * A request costs an entry in memory and nothing else; once a minute all entries are written in one statement, and what is left when
 * the service stops. So what another process did shows up to a minute late, and a process that is killed forgets its last minute.
 * The memory holds one entry for each key in use within that minute, and only keys that exist come here.
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

  /** The monotonic clock says how long ago, and the database, which is the clock of all processes, when that was. */
  record(clientId: string): void {
    this.used.set(clientId, performance.now());
  }

  /** Of keys that were never used, nothing. What this process knows and has not written yet counts. */
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

  /** What could not be written waits for the next time; nobody's request depends on it. */
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
