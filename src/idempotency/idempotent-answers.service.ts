import { createHmac } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { seal, unseal } from '../config/sealed-text.js';
import { deferUntilCommit, type RequestKey, setRequestKey, unitOfWork } from '../database/unit-of-work.js';
import { ANSWER_PURPOSE as PURPOSE, derivedDigestKey, openDigestKey } from './digest-key.js';
import { Semaphore } from './semaphore.js';

/** How long a caller may come back with the same key. */
const KEPT = `interval '72 hours'`;

/** Each holds a connection of the pool until it is answered, and may need a second one; the pool has twenty. */
const AT_ONCE = 8;
const PATIENCE_MS = 3_000;

/** The key of a caller, and the request that came with it. */
export type KeyedRequest = Readonly<{
  caller: string;
  key: string;
  method: string;
  url: string;
  body: unknown;
  isSafeToRepeat: boolean;
}>;

/** What has left the house: enough to send it again. */
export type KeptAnswer = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

/** The right to carry the request out: its transaction, null where the request is safe to repeat, and what was put off until its commit. */
export type Claim = Readonly<{
  key: RequestKey;
  transaction: EntityManager | null;
  deferred: () => readonly (() => Promise<void> | void)[];
  release: () => void;
}>;

type Found = Readonly<{ claim: Claim }> | Readonly<{ answer: KeptAnswer }> | 'under way' | 'another request';
type Row = Readonly<{ fingerprint: string; answer: string | null }>;

const FIND = 'select fingerprint, answer from idempotent_answers where digest = ? and expires_at > now()';
const FIND_DIGEST_KEY = 'select sealed_key "sealedKey" from digest_keys where purpose = ?';
const LOCK = 'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as taken';

/** A row without an answer has commands of this very request. */
const KEEP = `
  insert into idempotent_answers as kept (digest, fingerprint, expires_at, answer) values (?, ?, now() + ${KEPT}, ?)
  on conflict (digest) do update set fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, answer = excluded.answer, commands = null
    where kept.expires_at <= now() or (kept.answer is null and kept.fingerprint = excluded.fingerprint)
  returning digest`;

/**
 * Answers by the `Idempotency-Key` of their requests. A request under a key is carried out in one transaction, which begins here with an
 * advisory lock on the key and ends with the row of the answer. A process that dies leaves both or neither, and a lock that PostgreSQL frees.
 */
@Injectable()
export class IdempotentAnswers implements OnModuleInit {
  private readonly log = new Logger(IdempotentAnswers.name);
  private secret: Buffer;
  private readonly places = new Semaphore(AT_ONCE, PATIENCE_MS);
  /** The requests of this process that are being answered: their fingerprints by their digests. */
  private readonly inFlight = new Map<string, string>();

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    this.secret = derivedDigestKey(config.secretKey);
  }

  /** Since SECRET_KEY was replaced for the first time, the key of digests is kept. */
  async onModuleInit(): Promise<void> {
    const [row] = await this.em.fork().execute<{ sealedKey: string }[]>(FIND_DIGEST_KEY, [PURPOSE]);
    const kept = row === undefined ? null : openDigestKey(row.sealedKey, this.config.secretKey);
    if (kept !== null) this.secret = kept;
    else if (row !== undefined)
      this.log.warn(
        'The secret key is not the one under which this database is sealed: secrets cannot be shown, and webhooks are not signed. Set SECRET_KEY to the key that kontor rotate-key was given last.',
      );
  }

  async claim({ caller, key, method, url, body, isSafeToRepeat }: KeyedRequest): Promise<Found> {
    const digest = this.digestOf([caller, key]);
    const fingerprint = this.digestOf([method, url, JSON.stringify(body ?? null)]);
    const requestKey: RequestKey = { digest, fingerprint, isSafeToRepeat, calls: 0, isReplayed: false };
    const earlier = await this.find(this.em.fork(), requestKey);
    if (earlier !== null) return earlier;
    const other = this.inFlight.get(digest);
    if (other !== undefined) return other === fingerprint ? 'under way' : 'another request';
    this.inFlight.set(digest, fingerprint);
    const release = (): void => void this.inFlight.delete(digest);
    try {
      const found = isSafeToRepeat
        ? { claim: { key: requestKey, transaction: null, deferred: () => [], release } }
        : await this.begin(requestKey, release);
      if (typeof found === 'object' && 'claim' in found) setRequestKey(requestKey);
      else release();
      return found;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Commits the answer, and with it everything that the request has changed. If it cannot, nothing was changed. */
  async keep(claim: Claim, answer: KeptAnswer): Promise<void> {
    const { key, transaction } = claim;
    const sealed = seal(JSON.stringify(answer), { purpose: PURPOSE, row: key.digest }, this.config.secretKey);
    try {
      const kept = await (transaction ?? this.em.fork()).execute<unknown[]>(KEEP, [
        key.digest,
        key.fingerprint,
        sealed,
      ]);
      if (kept.length === 0 && transaction !== null) throw new Error('an Idempotency-Key was answered twice at once');
      await commit(transaction);
    } catch (error) {
      await rollback(transaction);
      claim.release();
      setRequestKey(null);
      throw error;
    }
    await this.finish(claim);
  }

  /** The request was refused, so its key is as if it had not been used. What was written down of the refusal stays, unless the fault is ours. */
  async giveBack(claim: Claim, isOurFault: boolean): Promise<void> {
    try {
      await (isOurFault ? rollback(claim.transaction) : commit(claim.transaction));
    } catch (error) {
      await rollback(claim.transaction);
      this.log.warn(`What a refused request has left could not be committed: ${String(error)}`);
    }
    await this.finish(claim);
  }

  /** Gives how many went. */
  async removeOldest(batch: number): Promise<number> {
    const removal =
      'delete from idempotent_answers where digest in (select digest from idempotent_answers where expires_at < now() order by expires_at limit ? for update skip locked)';
    return (await this.em.fork().execute<{ affectedRows: number }>(removal, [batch], 'run')).affectedRows;
  }

  /**
   * From here on the unit of work of the request is this transaction. It is looked a second time, because the lock may have been freed by
   * whoever has just committed the answer.
   */
  private async begin(key: RequestKey, forget: () => void): Promise<Found> {
    const em = unitOfWork();
    if (em === undefined) throw new Error('a request under an Idempotency-Key has no unit of work');
    const leave = await this.places.enter();
    const release = (): void => {
      leave();
      forget();
    };
    try {
      await em.begin();
      const [lock] = await em.execute<{ taken: boolean }[]>(LOCK, [key.digest]);
      const found = lock?.taken === true ? await this.find(em, key) : 'under way';
      if (found === null) return { claim: { key, transaction: em, deferred: deferUntilCommit(), release } };
      await rollback(em);
      leave();
      return found;
    } catch (error) {
      await rollback(em);
      leave();
      throw error;
    }
  }

  /** Null if the request was not answered yet; commands that were carried out for it are the exchange's to find. */
  private async find(
    em: EntityManager,
    { digest, fingerprint }: RequestKey,
  ): Promise<Exclude<Found, { claim: Claim }> | null> {
    const [row] = await em.execute<Row[]>(FIND, [digest]);
    if (row === undefined) return null;
    if (row.fingerprint !== fingerprint) return 'another request';
    const answer = unseal(row.answer ?? '', { purpose: PURPOSE, row: digest }, this.config.secretKey);
    return answer === null ? null : { answer: JSON.parse(answer) as KeptAnswer };
  }

  /** What waited for the commit is done before the answer leaves. It is committed, so a failure here changes nothing of the answer. */
  private async finish({ deferred, release }: Claim): Promise<void> {
    release();
    setRequestKey(null);
    for (const work of deferred()) {
      try {
        await work();
      } catch (error) {
        this.log.warn(`What follows from a committed request has failed: ${String(error)}`);
      }
    }
  }

  /** Each part with its length before it, so that no two lists give one text. */
  private digestOf(parts: readonly string[]): string {
    return createHmac('sha256', this.secret)
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
