import { MikroORM } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';

/** What PostgreSQL announced: everything remembered of this token, family, key or user is to be forgotten. */
export type AccessChange = Readonly<{ kind: string; key: string }>;

const HEARTBEAT_MS = 400;
/** Longer than this without a sign of life, and nothing that was remembered may be trusted. */
const SILENCE_MS = 900;
const RECONNECT_MS = 250;
const STATEMENT_MS = 800;

/**
 * Hears, on a connection of its own, whatever takes access away (the triggers of the identity tables announce it), so that
 * what is remembered of tokens is forgotten in every process within a second. While the connection is lost or silent,
 * `isHearing` says so, and nobody may rely on memory.
 */
@Injectable()
export class AccessChangesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(AccessChangesService.name);
  private readonly listeners: ((change: AccessChange | 'all') => void)[] = [];
  private readonly url: string;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private heardAt = -Infinity;
  private isClosing = false;

  constructor(orm: MikroORM) {
    this.url = orm.config.get('clientUrl');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listen();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  /** `all` means that announcements may have been missed. */
  onChange(listener: (change: AccessChange | 'all') => void): void {
    this.listeners.push(listener);
  }

  isHearing(now: number): boolean {
    return now - this.heardAt < SILENCE_MS;
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'kontor access changes',
      connectionTimeoutMillis: 2000,
      query_timeout: STATEMENT_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ payload = '' }) => this.announce(payload));
    try {
      await client.connect();
      await client.query('listen access_changed');
      this.tell('all');
      this.hear(client);
    } catch {
      this.lose(client);
    }
  }

  /** The connection is alive: trust it until the next beat is overdue. */
  private hear(client: pg.Client): void {
    if (client !== this.client) return;
    this.heardAt = performance.now();
    this.timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.hear(client),
        () => this.lose(client),
      );
    }, HEARTBEAT_MS).unref();
  }

  private lose(client: pg.Client): void {
    if (client !== this.client) return;
    this.client = null;
    if (this.heardAt > -Infinity) this.log.warn('The connection that hears of revocations is lost; every token is looked up until it is back.');
    this.heardAt = -Infinity;
    if (this.timer) clearTimeout(this.timer);
    client.end().catch(() => undefined);
    if (this.isClosing) return;
    this.timer = setTimeout(() => void this.listen(), RECONNECT_MS).unref();
  }

  private announce(payload: string): void {
    const [kind = '', key = ''] = payload.split(' ', 2);
    this.tell({ kind, key });
  }

  private tell(change: AccessChange | 'all'): void {
    for (const listener of this.listeners) listener(change);
  }
}
