import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';
import { Hook } from './hook.js';

/** What PostgreSQL announced: everything remembered of this token, family, key or user is to be forgotten. */
export type AccessChange = Readonly<{ kind: string; key: string }>;

const HEARTBEAT_MS = 400;
/** Longer than this without a sign of life, and nothing that was remembered may be trusted. */
const HEARTBEAT_TIMEOUT_MS = 900;
const RECONNECT_MS = 250;
const QUERY_TIMEOUT_MS = 800;

/**
 * Hears, on a connection of its own, whatever takes access away (the triggers of the identity tables announce it), so that
 * what is remembered of tokens is forgotten in every process within a second. While the connection is lost or silent,
 * `isListening` says so, and nobody may rely on memory. That it hears is tried and not assumed: behind a pooler that gives every
 * transaction another connection, statements are answered and announcements arrive nowhere.
 */
@Injectable()
export class AccessChangesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(AccessChangesService.name);
  /** `all` means that announcements may have been missed. */
  readonly announcements = Hook.required<(change: AccessChange | 'all') => void>();
  private readonly url: string;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private lastHeartbeatAt = -Infinity;
  private isClosing = false;
  private isDisconnected = false;
  /** A channel of this process alone, on which it announces to itself that it is there. */
  private readonly heartbeatChannel = `access_beat_${randomBytes(8).toString('hex')}`;

  constructor(private readonly orm: MikroORM) {
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

  /**
   * Called after a change was committed: this process forgets before the caller is answered, and not a moment later when
   * PostgreSQL's announcement arrives here as everywhere else.
   */
  invalidate(kind: 'client' | 'user' | 'family' | 'token', key: string | number): void {
    this.notify({ kind, key: String(key) });
  }

  /** Within the caller's transaction: PostgreSQL announces to every process what ends of a user's access, once it is committed. */
  async announceUser(userId: number): Promise<void> {
    await this.orm.em.execute(`select pg_notify('access_changed', ?)`, [`user ${userId}`]);
  }

  isListening(now: number): boolean {
    return now - this.lastHeartbeatAt < HEARTBEAT_TIMEOUT_MS;
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'kontor access changes',
      connectionTimeoutMillis: 2000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', (error) => this.onConnectionLost(client, error));
    client.on('end', () => this.onConnectionLost(client, new Error('PostgreSQL has ended the connection.')));
    client.on('notification', ({ channel, payload = '' }) =>
      channel === this.heartbeatChannel ? this.onHeartbeat(client) : this.onNotification(payload),
    );
    try {
      await client.connect();
      await client.query(`listen access_changed; listen ${this.heartbeatChannel}`);
      this.notify('all');
      await this.sendHeartbeat(client);
    } catch (error) {
      this.onConnectionLost(client, error);
    }
  }

  /** PostgreSQL delivers in the order of the commits: once the beat is heard, everything announced before it was heard as well. */
  private async sendHeartbeat(client: pg.Client): Promise<void> {
    this.timer = setTimeout(
      () => this.onConnectionLost(client, new Error('PostgreSQL answers, but its announcements do not arrive.')),
      QUERY_TIMEOUT_MS,
    ).unref();
    await client
      .query(`select pg_notify('${this.heartbeatChannel}', '')`)
      .catch((error: unknown) => this.onConnectionLost(client, error));
  }

  /** Trust the connection until the next beat is overdue. */
  private onHeartbeat(client: pg.Client): void {
    if (client !== this.client) return;
    this.lastHeartbeatAt = performance.now();
    if (this.isDisconnected) this.log.warn('Revocations are heard again.');
    this.isDisconnected = false;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sendHeartbeat(client), HEARTBEAT_MS).unref();
  }

  /** The first failure is logged with its reason; those that follow until it is over would repeat it four times a second. */
  private onConnectionLost(client: pg.Client, reason: unknown): void {
    if (client !== this.client) return;
    this.client = null;
    if (!this.isDisconnected)
      this.log.error('Revocations cannot be heard; every token is looked up until they can.', reason);
    this.isDisconnected = true;
    this.lastHeartbeatAt = -Infinity;
    if (this.timer) clearTimeout(this.timer);
    client.end().catch(() => undefined);
    if (this.isClosing) return;
    this.timer = setTimeout(() => void this.listen(), RECONNECT_MS).unref();
  }

  private onNotification(payload: string): void {
    const [kind = '', key = ''] = payload.split(' ', 2);
    this.notify({ kind, key });
  }

  private notify(change: AccessChange | 'all'): void {
    for (const listener of this.announcements.handlers) listener(change);
  }
}
