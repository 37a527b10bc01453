import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { Config } from '../../config/config.js';
import { unseal } from '../../config/sealed-text.js';
import { toLockKeys } from '../../database/locks.js';
import {
  KEPT_BY_US_MS,
  nextKeySignsFrom,
  publishedKeys,
  type SigningAlgorithm,
  signingKey,
  soonest,
  waitingKey,
} from './key-schedule.js';
import { makeKey } from './make-key.js';
import { PURPOSE } from './sealed-private-key.js';
import { SigningKey } from './signing-key.entity.js';

/** A key as the service holds it; `privateKey` is null when it was sealed under another SECRET_KEY. */
type HeldKey = Readonly<{
  kid: string;
  algorithm: SigningAlgorithm;
  createdAt: Date;
  signsFrom: Date;
  publicJwk: JWK;
  privateKey: CryptoKey | null;
}>;

export type Signer = Readonly<{ kid: string; algorithm: SigningAlgorithm; privateKey: CryptoKey }>;

/** The key that signs next, and since when that is known. */
export type NextKey = Readonly<{ kid: string; signsFrom: Date; isNew: boolean }>;

/** `verifies` is a key that is published without signing any more; `over` is one that is not published any more. */
export type SigningKeyDescription = Pick<SigningKey, 'kid' | 'algorithm' | 'createdAt' | 'signsFrom'> &
  Readonly<{ state: 'signs' | 'next' | 'verifies' | 'over' }>;

/** The keys of the id tokens: makes the first when it is needed, the next in time, and never two where one is due. */
@Injectable()
export class SigningKeysService {
  private readonly log = new Logger(SigningKeysService.name);
  private held: Promise<readonly HeldKey[]> | null = null;
  private heldUntil = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly audit: AuditService,
  ) {}

  /** What signs at this moment. */
  async signer(): Promise<Signer> {
    const keys = usable(await this.keys());
    const key = signingKey(keys, this.config.idTokenAlgorithm, Date.now());
    if (!key) throw new TypeError('the first key signs at once');
    return key;
  }

  /** The public halves that others may need now, without a trace of the private ones. */
  async published(): Promise<readonly JWK[]> {
    return publishedKeys(await this.keys(), Date.now()).map(({ publicJwk }) => publicJwk);
  }

  /** Any key of ours, however old: what we signed we recognize. */
  async find(kid: string | undefined): Promise<JWK | null> {
    return (await this.keys()).find((key) => key.kid === kid)?.publicJwk ?? null;
  }

  /**
   * Publishes a further key ahead of its time, which it waits for like any other; the one before it stays published until what it
   * signed has expired. While one waits already, that one is the next.
   */
  async rotate(actor: Actor): Promise<NextKey> {
    const next = await this.alone(async (em) => {
      const keys = usable(await this.read(em));
      const waiting = waitingKey(keys, this.config.idTokenAlgorithm, Date.now());
      if (waiting) return { kid: waiting.kid, signsFrom: waiting.signsFrom, isNew: false };
      const { kid, signsFrom } = await this.make(em, this.isDue(keys) ?? soonest(Date.now()));
      await this.audit.noteOf(actor, { action: 'signing_key.rotated', detail: `key ${kid}` });
      return { kid, signsFrom, isNew: true };
    });
    this.held = null;
    return next;
  }

  /** Every key there is, the oldest first, and what it is good for now. */
  async list(): Promise<readonly SigningKeyDescription[]> {
    const now = Date.now();
    const keys = await this.read(this.em.fork());
    const published = publishedKeys(keys, now);
    const signer = signingKey(usable(keys), this.config.idTokenAlgorithm, now);
    const waiting = waitingKey(usable(keys), this.config.idTokenAlgorithm, now);
    const stateOf = (key: HeldKey): SigningKeyDescription['state'] =>
      key === signer ? 'signs' : key === waiting ? 'next' : published.includes(key) ? 'verifies' : 'over';
    return keys.map((key) => ({
      kid: key.kid,
      algorithm: key.algorithm,
      createdAt: key.createdAt,
      signsFrom: key.signsFrom,
      state: stateOf(key),
    }));
  }

  private keys(): Promise<readonly HeldKey[]> {
    if (this.held && Date.now() < this.heldUntil) return this.held;
    const held = this.load();
    this.held = held;
    this.heldUntil = Date.now() + KEPT_BY_US_MS;
    held.catch(() => {
      if (this.held === held) this.held = null;
    });
    return held;
  }

  private async load(): Promise<readonly HeldKey[]> {
    const keys = await this.read(this.em.fork());
    return this.isDue(keys) === null ? keys : this.makeNext();
  }

  /** Two processes may find that a key is due; the lock lets one of them make it and the other find it made. */
  private makeNext(): Promise<readonly HeldKey[]> {
    return this.alone(async (em) => {
      const keys = await this.read(em);
      const signsFrom = this.isDue(keys);
      if (signsFrom === null) return keys;
      await this.make(em, signsFrom);
      this.log.log('A new key for id tokens is published.');
      return this.read(em);
    });
  }

  private alone<Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return this.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?, ?)', [...toLockKeys('signingKeys')]);
      return work(em);
    });
  }

  private async make(em: EntityManager, signsFrom: Date): Promise<SigningKey> {
    const key = await makeKey(this.config.idTokenAlgorithm, signsFrom, this.config.secretKey);
    await em.persist(key).flush();
    return key;
  }

  private isDue(keys: readonly HeldKey[]): Date | null {
    return nextKeySignsFrom(usable(keys), this.config.idTokenAlgorithm, Date.now());
  }

  private async read(em: EntityManager): Promise<HeldKey[]> {
    const rows = await em.find(SigningKey, {}, { orderBy: { createdAt: 'asc' } });
    return Promise.all(rows.map((row) => this.open(row)));
  }

  private async open({
    kid,
    algorithm,
    createdAt,
    signsFrom,
    publicJwk,
    sealedPrivateJwk,
  }: SigningKey): Promise<HeldKey> {
    const text = unseal(sealedPrivateJwk, { purpose: PURPOSE, row: kid }, this.config.secretKey);
    const privateKey = text === null ? null : await importJWK(JSON.parse(text) as JWK, algorithm);
    return { kid, algorithm, createdAt, signsFrom, publicJwk, privateKey: privateKey as CryptoKey | null };
  }
}

function usable(keys: readonly HeldKey[]): (HeldKey & Signer)[] {
  return keys.filter((key): key is HeldKey & Signer => key.privateKey !== null);
}
