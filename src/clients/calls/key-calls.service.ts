import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DocumentService } from '../../openapi/document.service.js';
import { escapeForLog } from '../../telemetry/log-safety.js';
import type { Client } from '../client.entity.js';
import { KeyCall } from './key-call.entity.js';
import { toKnownEndpoints, type KnownEndpoints } from './known-endpoints.js';
import { formatShownAddress } from './shown-address.js';
import {
  type AnsweredCall,
  type CallOf,
  type CallOutcome,
  KEPT_CALLS,
  KEPT_NAMED,
  type WaitingCall,
  WaitingCalls,
} from './waiting-calls.js';
import { Hook } from '../../access/hook.js';

const WRITE_EVERY_MS = 5_000;

/** Unknown and removed keys are skipped. */
const WRITE = `
  insert into key_calls (client_id, at, request_id, method, route, address, status, milliseconds, code, is_proven)
  select c.client_id, call.at, call.request_id, call.method, call.route, call.address, call.status, call.milliseconds, call.code, call.is_proven
  from jsonb_to_recordset(?::jsonb) as call(client_id text, at timestamptz, request_id text, method text, route text, address text,
    status smallint, milliseconds float8, code text, is_proven boolean, place int)
  join clients c on c.client_id = call.client_id
  order by call.place`;

const FORGET = `
  delete from key_calls where id in (
    select id from (
      select id, is_proven, row_number() over (partition by client_id, is_proven order by id desc) as place from key_calls
      where client_id in (select jsonb_array_elements_text(?::jsonb))
    ) as ranked where place > case when is_proven then ?::int else ?::int end
  )`;

/** The last requests of a key, newest first. */
export type CallsOfKey = readonly KeyCall[];

/** The most rows, the id before which they start, and the outcome. */
export type CallsFilter = Readonly<{ size: number; before: number | null; outcome?: CallOutcome | undefined }>;

/** The key of a token, expired ones included. By digest. */
type TokenOwners = (digests: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * The last requests of each key with their responses, including rejections, which developers look for. A request costs
 * an entry in memory (see WaitingCalls). Every five seconds, before every read, and when the service stops, all entries
 * are written in one statement, at most as many per key as are kept; older rows are removed. So a key that sends a
 * thousand orders a second writes forty rows a second, and a killed process loses five seconds.
 */
@Injectable()
export class KeyCallsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(KeyCallsService.name);
  private readonly waiting = new WaitingCalls();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private endpoints: KnownEndpoints | undefined;
  /** The owners of tokens, from the module that issues them. */
  readonly tokenOwners = Hook.required<TokenOwners>();

  constructor(
    private readonly em: EntityManager,
    private readonly documents: DocumentService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.write();
  }

  record(call: AnsweredCall, of: CallOf): void {
    this.waiting.add(call, of);
  }

  async list(key: Client, { size, before, outcome }: CallsFilter): Promise<CallsOfKey> {
    await this.write();
    const conditions: FilterQuery<KeyCall>[] = [{ clientId: key.clientId }];
    if (before !== null) conditions.push({ id: { $lt: before } });
    if (outcome === 'failed') conditions.push({ $or: [{ status: { $gte: 400 } }, { code: { $ne: null } }] });
    if (outcome === 'answered') conditions.push({ status: { $lt: 400 }, code: null });
    return this.em.find(KeyCall, { $and: conditions }, { orderBy: { id: 'desc' }, limit: size });
  }

  /**
   * Serialized. Entries that cannot be written are lost: they document mistakes only, and no request waits for them.
   */
  write(): Promise<void> {
    this.writing = this.writing.then(() =>
      this.writeNow().catch((error: unknown) => {
        this.log.warn(`The last requests of keys are not written down: ${(error as Error).message}`);
      }),
    );
    return this.writing;
  }

  private async writeNow(): Promise<void> {
    if (this.waiting.size === 0) return;
    const owned = await this.withOwners(this.waiting.take());
    if (owned.length === 0) return;
    const clientIds = [...new Set(owned.map(({ client_id: clientId }) => clientId))];
    const em = this.em.fork();
    await em.execute(WRITE, [JSON.stringify(owned.map((row, place) => ({ ...row, place })))]);
    await em.execute(FORGET, [JSON.stringify(clientIds), KEPT_CALLS, KEPT_NAMED]);
  }

  private async withOwners(taken: readonly WaitingCall[]) {
    const digests = [...new Set(taken.flatMap(({ of }) => ('tokenDigest' in of ? [of.tokenDigest] : [])))];
    const owners = digests.length === 0 ? new Map<string, string>() : await this.tokenOwners.handler(digests);
    this.endpoints ??= toKnownEndpoints(this.documents.getParameters());
    const { endpoints } = this;
    return taken.flatMap(({ call, of }) => {
      if ('clientId' in of) return [toRow(call, of.clientId, of.isProven, endpoints)];
      const clientId = owners.get(of.tokenDigest);
      return clientId === undefined ? [] : [toRow(call, clientId, true, endpoints)];
    });
  }
}

const toRow = (
  { at, requestId, method, route, url, status, milliseconds, code }: AnsweredCall,
  clientId: string,
  isProven: boolean,
  endpoints: KnownEndpoints,
) => ({
  client_id: clientId,
  at: new Date(at).toISOString(),
  request_id: requestId,
  method: escapeForLog(method, 20),
  route,
  address: formatShownAddress({ method, route, url }, clientId, endpoints),
  status,
  milliseconds: Math.round(milliseconds * 100) / 100,
  code,
  is_proven: isProven,
});
