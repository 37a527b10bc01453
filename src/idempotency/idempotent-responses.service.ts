import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { seal, unseal } from '../config/sealed-text.js';
import {
  deferUntilCommit,
  type IdempotencyContext,
  setIdempotencyContext,
  getUnitOfWork,
} from '../database/unit-of-work.js';
import { RESPONSE_PURPOSE as PURPOSE, deriveDigestKey, unsealDigestKey } from './digest-key.js';
import { DigestKey, IdempotentResponse } from './idempotent-response.entity.js';
import { Semaphore } from './semaphore.js';

/** How long a caller may come back with the same key. */
const RETENTION = `interval '72 hours'`;

/** Each holds a connection of the pool until it is answered, and may need a second one; the pool has twenty. */
const CONCURRENCY_MAX = 8;
const WAIT_MS = 3_000;

/** The key of a caller, and the request that came with it. */
export type IdempotentRequest = Readonly<{
  caller: string;
  key: string;
  method: string;
  url: string;
  body: unknown;
  isSafeToRepeat: boolean;
}>;

/** A response as it was sent: enough to send it again. */
export type StoredResponse = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

/** The right to carry the request out: its transaction, null where the request is safe to repeat, and what was put off until its commit. */
export type IdempotencyClaim = Readonly<{
  key: IdempotencyContext;
  transaction: EntityManager | null;
  deferred: () => readonly (() => Promise<void> | void)[];
  release: () => void;
}>;

type ClaimResult =
  Readonly<{ claim: IdempotencyClaim }> | Readonly<{ answer: StoredResponse }> | 'under way' | 'another request';

const LOCK_SQL = 'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as taken';

/** A row without an answer has commands of this very request. */
const STORE_RESPONSE_SQL = `
  insert into idempotent_answers as kept (digest, fingerprint, expires_at, answer) values (?, ?, now() + ${RETENTION}, ?)
  on conflict (digest) do update set fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, answer = excluded.answer, commands = null
    where kept.expires_at <= now() or (kept.answer is null and kept.fingerprint = excluded.fingerprint)
  returning digest`;

/**
 * Answers by the `Idempotency-Key` of their requests. A request under a key is carried out in one transaction, which begins here with an
 * advisory lock on the key and ends with the row of the answer. A process that dies leaves both or neither, and a lock that PostgreSQL frees.
 */
@Injectable()
export class IdempotentResponsesService implements OnModuleInit {
  private readonly log = new Logger(IdempotentResponsesService.name);
  private digestKey: KeyObject;
  private readonly semaphore = new Semaphore(CONCURRENCY_MAX, WAIT_MS);
  /** The requests of this process that are being answered: their fingerprints by their digests. */
  private readonly inFlight = new Map<string, string>();

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    this.digestKey = createSecretKey(deriveDigestKey(config.secretKey));
  }

  /** Since SECRET_KEY was replaced for the first time, the key of digests is kept. */
  async onModuleInit(): Promise<void> {
    const row = await this.em.fork().findOne(DigestKey, { purpose: PURPOSE });
    const storedKey = row === null ? null : unsealDigestKey(row.sealedKey, this.config.secretKey);
    if (storedKey !== null) this.digestKey = createSecretKey(storedKey);
    else if (row !== null)
      this.log.warn(
        'The secret key is not the one under which this database is sealed: secrets cannot be shown, and webhooks are not signed. Set SECRET_KEY to the key that kontor rotate-key was given last.',
      );
  }

  async claim({ caller, key, method, url, body, isSafeToRepeat }: IdempotentRequest): Promise<ClaimResult> {
    const digest = this.calculateDigest([caller, key]);
    const fingerprint = this.calculateDigest([method, url, JSON.stringify(body ?? null)]);
    const requestKey: IdempotencyContext = { digest, fingerprint, isSafeToRepeat, calls: 0, isReplayed: false };
    const storedResult = await this.findStored(this.em.fork(), requestKey);
    if (storedResult !== null) return storedResult;
    const inFlightFingerprint = this.inFlight.get(digest);
    if (inFlightFingerprint !== undefined) return inFlightFingerprint === fingerprint ? 'under way' : 'another request';
    this.inFlight.set(digest, fingerprint);
    const release = (): void => void this.inFlight.delete(digest);
    try {
      const result = isSafeToRepeat
        ? { claim: { key: requestKey, transaction: null, deferred: () => [], release } }
        : await this.beginTransaction(requestKey, release);
      if (typeof result === 'object' && 'claim' in result) setIdempotencyContext(requestKey);
      else release();
      return result;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Commits the answer, and with it everything that the request has changed. If it cannot, nothing was changed. */
  async storeResponse(claim: IdempotencyClaim, response: StoredResponse): Promise<void> {
    const { key, transaction } = claim;
    const sealed = seal(JSON.stringify(response), { purpose: PURPOSE, row: key.digest }, this.config.secretKey);
    try {
      const storedRows = await (transaction ?? this.em.fork()).execute<unknown[]>(STORE_RESPONSE_SQL, [
        key.digest,
        key.fingerprint,
        sealed,
      ]);
      if (storedRows.length === 0 && transaction !== null)
        throw new Error('an Idempotency-Key was answered twice at once');
      await commit(transaction);
    } catch (error) {
      await rollback(transaction);
      claim.release();
      setIdempotencyContext(null);
      throw error;
    }
    await this.finishClaim(claim);
  }

  /** The request was refused, so its key is as if it had not been used. What was written down of the refusal stays, unless the fault is ours. */
  async releaseUnanswered(claim: IdempotencyClaim, isServerError: boolean): Promise<void> {
    try {
      await (isServerError ? rollback(claim.transaction) : commit(claim.transaction));
    } catch (error) {
      await rollback(claim.transaction);
      this.log.warn(`What a refused request has left could not be committed: ${String(error)}`);
    }
    await this.finishClaim(claim);
  }

  /** Gives how many went. */
  async removeOldest(batch: number): Promise<number> {
    const removal =
      'delete from idempotent_answers where digest in (select digest from idempotent_answers where expires_at < now() order by expires_at limit ? for update skip locked)';
    return (await this.em.fork().execute<{ affectedRows: number }>(removal, [batch], 'run')).affectedRows;
  }

  /**
   * From here on the unit of work of the request is this transaction. The key is looked up a second time, because the lock may have been freed by
   * a request that has just committed the response.
   */
  private async beginTransaction(key: IdempotencyContext, removeInFlight: () => void): Promise<ClaimResult> {
    const em = getUnitOfWork();
    if (em === undefined) throw new Error('a request under an Idempotency-Key has no unit of work');
    const releaseSlot = await this.semaphore.acquire();
    const release = (): void => {
      releaseSlot();
      removeInFlight();
    };
    try {
      await em.begin();
      const [lock] = await em.execute<{ taken: boolean }[]>(LOCK_SQL, [key.digest]);
      const result = lock?.taken === true ? await this.findStored(em, key) : 'under way';
      if (result === null) return { claim: { key, transaction: em, deferred: deferUntilCommit(), release } };
      await rollback(em);
      releaseSlot();
      return result;
    } catch (error) {
      await rollback(em);
      releaseSlot();
      throw error;
    }
  }

  /** Null if the request was not answered yet; commands that were carried out for it are the exchange's to find. */
  private async findStored(
    em: EntityManager,
    { digest, fingerprint }: IdempotencyContext,
  ): Promise<Exclude<ClaimResult, { claim: IdempotencyClaim }> | null> {
    const row = await em.findOne(
      IdempotentResponse,
      { digest, expiresAt: { $gt: raw('now()') } },
      { fields: ['fingerprint', 'answer'], disableIdentityMap: true },
    );
    if (row === null) return null;
    if (row.fingerprint !== fingerprint) return 'another request';
    const response = unseal(row.answer ?? '', { purpose: PURPOSE, row: digest }, this.config.secretKey);
    return response === null ? null : { answer: JSON.parse(response) as StoredResponse };
  }

  /** What waited for the commit is done before the answer leaves. It is committed, so a failure here changes nothing of the answer. */
  private async finishClaim({ deferred, release }: IdempotencyClaim): Promise<void> {
    release();
    setIdempotencyContext(null);
    for (const work of deferred()) {
      try {
        await work();
      } catch (error) {
        this.log.warn(`What follows from a committed request has failed: ${String(error)}`);
      }
    }
  }

  /** Each part with its length before it, so that no two lists give one text. */
  private calculateDigest(parts: readonly string[]): string {
    return createHmac('sha256', this.digestKey)
      .update(parts.map((part) => `${part.length} ${part}`).join())
      .digest('base64url');
  }
}

/** `commit` would flush: what a handler has changed in memory and not written is not meant to be written. */
async function commit(em: EntityManager | null): Promise<void> {
  em?.clear();
  await em?.commit();
}

async function rollback(em: EntityManager | null): Promise<void> {
  em?.clear();
  if (em?.isInTransaction() === true) await em.rollback().catch(() => undefined);
}
