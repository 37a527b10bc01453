import { createHmac, randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { derivedKey, seal, unseal } from '../config/sealed-text.js';

/** How long a caller may come back with the same key. */
const KEPT = `interval '72 hours'`;

/** Nothing takes so long to answer: whoever has claimed a key for longer has died over it. */
const CLAIM_HOLDS = `interval '1 minute'`;

const PURPOSE = 'idempotent answer';

/** The key of a caller, and the request that came with it. */
export type KeyedRequest = Readonly<{ caller: string; key: string; method: string; url: string; body: unknown }>;

/** What has left the house: enough to send it again. */
export type KeptAnswer = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

/** The right to answer the request. Whoever has it keeps the answer, or gives the key back. */
export type Claim = Readonly<{ digest: string; claim: string }>;

type Found = Readonly<{ claim: Claim }> | Readonly<{ answer: KeptAnswer }> | 'under way' | 'another request';

/** The row is ours if it is new, if it is over, or if it is a copy of what somebody died over. */
const CLAIM = `
  insert into idempotent_answers as kept (digest, fingerprint, claim, claimed_at, expires_at)
  values (?, ?, ?, now(), now() + ${KEPT})
  on conflict (digest) do update
    set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, answer = null
    where kept.expires_at < now()
      or (kept.answer is null and kept.claimed_at < now() - ${CLAIM_HOLDS} and kept.fingerprint = excluded.fingerprint)
  returning claim`;

/**
 * Answers by the `Idempotency-Key` of their requests. The key is claimed before the work and the answer kept after it, each in a
 * statement of its own, so that of copies that come at once one does the work.
 */
@Injectable()
export class IdempotentAnswers {
  private readonly secret: Buffer;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
  ) {
    this.secret = derivedKey(PURPOSE, config.secretKey);
  }

  async claim({ caller, key, method, url, body }: KeyedRequest): Promise<Found> {
    const digest = this.digestOf([caller, key]);
    const fingerprint = this.digestOf([method, url, JSON.stringify(body ?? null)]);
    const em = this.em.fork();
    const [claimed] = await em.execute<Pick<Claim, 'claim'>[]>(CLAIM, [digest, fingerprint, randomUUID()]);
    if (claimed) return { claim: { digest, claim: claimed.claim } };
    const [kept] = await em.execute<{ fingerprint: string; answer: string | null }[]>('select fingerprint, answer from idempotent_answers where digest = ?', [digest]);
    if (kept !== undefined && kept.fingerprint !== fingerprint) return 'another request';
    const answer = unseal(kept?.answer ?? '', { purpose: PURPOSE, row: digest }, this.config.secretKey);
    // What has gone in between was given back; the copy may try again like one that came too early.
    return answer === null ? 'under way' : { answer: JSON.parse(answer) as KeptAnswer };
  }

  async keep({ digest, claim }: Claim, answer: KeptAnswer): Promise<void> {
    const sealed = seal(JSON.stringify(answer), { purpose: PURPOSE, row: digest }, this.config.secretKey);
    await this.em.fork().execute('update idempotent_answers set answer = ? where digest = ? and claim = ? and answer is null', [sealed, digest, claim]);
  }

  /** Nothing has come of the request, so the key is as if it had not been used. */
  async giveBack({ digest, claim }: Claim): Promise<void> {
    await this.em.fork().execute('delete from idempotent_answers where digest = ? and claim = ? and answer is null', [digest, claim]);
  }

  /** Gives how many went. */
  async removeOldest(batch: number): Promise<number> {
    const removal = 'delete from idempotent_answers where digest in (select digest from idempotent_answers where expires_at < now() order by expires_at limit ? for update skip locked)';
    return (await this.em.fork().execute<{ affectedRows: number }>(removal, [batch], 'run')).affectedRows;
  }

  /** Each part with its length before it, so that no two lists give one text. */
  private digestOf(parts: readonly string[]): string {
    return createHmac('sha256', this.secret).update(parts.map((part) => `${part.length} ${part}`).join()).digest('base64url');
  }
}
