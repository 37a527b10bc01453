import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import type { Actor } from '../../../access/actor.js';
import { AuditService } from '../../../audit/audit.service.js';
import { Config } from '../../../config/config.js';
import { unseal } from '../../../config/sealed-text.js';
import { toLockKeys } from '../../../database/locks.js';
import {
  KEY_CACHE_MS,
  findNextKeyStart,
  filterPublishedKeys,
  type SigningAlgorithm,
  findSigningKey,
  toEarliestStart,
  findNextKey,
} from './key-schedule.js';
import { generateSigningKey, SIGNING_KEY_PURPOSE } from './generate-signing-key.js';
import { SigningKey } from './signing-key.entity.js';

/** A loaded key; `privateKey` is null if it was sealed under another SECRET_KEY. */
type CachedSigningKey = Readonly<{
  kid: string;
  algorithm: SigningAlgorithm;
  createdAt: Date;
  signsFrom: Date;
  publicJwk: JWK;
  privateKey: CryptoKey | null;
}>;

export type Signer = Readonly<{ kid: string; algorithm: SigningAlgorithm; privateKey: CryptoKey }>;

/** The key that signs next, and since when it is published. */
export type NextSigningKey = Readonly<{ kid: string; signsFrom: Date; isNew: boolean }>;

/** `verifies` is published without signing any more; `over` is not published any more. */
export type SigningKeyDescription = Pick<SigningKey, 'kid' | 'algorithm' | 'createdAt' | 'signsFrom'> &
  Readonly<{ state: 'signs' | 'next' | 'verifies' | 'over' }>;

/** The signing keys of id tokens: creates the first when needed, the next in time, and never two where one is due. */
@Injectable()
export class SigningKeysService {
  private readonly log = new Logger(SigningKeysService.name);
  private cachedKeys: Promise<readonly CachedSigningKey[]> | null = null;
  private cachedUntil = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly audit: AuditService,
  ) {}

  /** What signs at this moment. */
  async getSigner(): Promise<Signer> {
    const keys = filterUsable(await this.getKeys());
    const key = findSigningKey(keys, this.config.idTokenAlgorithm, Date.now());
    if (!key) throw new TypeError('the first key signs at once');
    return key;
  }

  /** The published public keys, without private members. */
  async listPublished(): Promise<readonly JWK[]> {
    return filterPublishedKeys(await this.getKeys(), Date.now()).map(({ publicJwk }) => publicJwk);
  }

  /** Any signing key of this service, however old: its signatures stay verifiable. */
  async find(kid: string | undefined): Promise<JWK | null> {
    return (await this.getKeys()).find((key) => key.kid === kid)?.publicJwk ?? null;
  }

  /**
   * Publishes a further key ahead of its time, which waits like any other; the previous one stays published until its
   * tokens have expired. If one is waiting already, it is the next.
   */
  async rotate(actor: Actor): Promise<NextSigningKey> {
    const next = await this.withLock(async (em) => {
      const keys = filterUsable(await this.readKeys(em));
      const waiting = findNextKey(keys, this.config.idTokenAlgorithm, Date.now());
      if (waiting) return { kid: waiting.kid, signsFrom: waiting.signsFrom, isNew: false };
      const { kid, signsFrom } = await this.insertKey(em, this.findDueStart(keys) ?? toEarliestStart(Date.now()));
      await this.audit.recordFor(actor, { action: 'signing_key.rotated', subject: ['key', kid] });
      return { kid, signsFrom, isNew: true };
    });
    this.cachedKeys = null;
    return next;
  }

  /** Every key, oldest first, with its state. */
  async list(): Promise<readonly SigningKeyDescription[]> {
    const now = Date.now();
    const keys = await this.readKeys(this.em.fork());
    const published = filterPublishedKeys(keys, now);
    const signer = findSigningKey(filterUsable(keys), this.config.idTokenAlgorithm, now);
    const waiting = findNextKey(filterUsable(keys), this.config.idTokenAlgorithm, now);
    const getState = (key: CachedSigningKey): SigningKeyDescription['state'] =>
      key === signer ? 'signs' : key === waiting ? 'next' : published.includes(key) ? 'verifies' : 'over';
    return keys.map((key) => ({
      kid: key.kid,
      algorithm: key.algorithm,
      createdAt: key.createdAt,
      signsFrom: key.signsFrom,
      state: getState(key),
    }));
  }

  private getKeys(): Promise<readonly CachedSigningKey[]> {
    if (this.cachedKeys && Date.now() < this.cachedUntil) return this.cachedKeys;
    const keys = this.loadKeys();
    this.cachedKeys = keys;
    this.cachedUntil = Date.now() + KEY_CACHE_MS;
    keys.catch(() => {
      if (this.cachedKeys === keys) this.cachedKeys = null;
    });
    return keys;
  }

  private async loadKeys(): Promise<readonly CachedSigningKey[]> {
    const keys = await this.readKeys(this.em.fork());
    return this.findDueStart(keys) === null ? keys : this.insertNextKey();
  }

  /** Two processes may find that a key is due; the lock lets one create it and the other find it. */
  private insertNextKey(): Promise<readonly CachedSigningKey[]> {
    return this.withLock(async (em) => {
      const keys = await this.readKeys(em);
      const signsFrom = this.findDueStart(keys);
      if (signsFrom === null) return keys;
      await this.insertKey(em, signsFrom);
      this.log.log('A new key for id tokens is published.');
      return this.readKeys(em);
    });
  }

  private withLock<Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result> {
    return this.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?, ?)', [...toLockKeys('signingKeys')]);
      return work(em);
    });
  }

  private async insertKey(em: EntityManager, signsFrom: Date): Promise<SigningKey> {
    const key = await generateSigningKey(this.config.idTokenAlgorithm, signsFrom, this.config.secretKey);
    await em.persist(key).flush();
    return key;
  }

  private findDueStart(keys: readonly CachedSigningKey[]): Date | null {
    return findNextKeyStart(filterUsable(keys), this.config.idTokenAlgorithm, Date.now());
  }

  private async readKeys(em: EntityManager): Promise<CachedSigningKey[]> {
    const rows = await em.find(SigningKey, {}, { orderBy: { createdAt: 'asc' } });
    return Promise.all(rows.map((row) => this.unsealKey(row)));
  }

  private async unsealKey({
    kid,
    algorithm,
    createdAt,
    signsFrom,
    publicJwk,
    sealedPrivateJwk,
  }: SigningKey): Promise<CachedSigningKey> {
    const text = unseal(sealedPrivateJwk, { purpose: SIGNING_KEY_PURPOSE, row: kid }, this.config.secretKey);
    const privateKey = text === null ? null : await importJWK(JSON.parse(text) as JWK, algorithm);
    return { kid, algorithm, createdAt, signsFrom, publicJwk, privateKey: privateKey as CryptoKey | null };
  }
}

function filterUsable(keys: readonly CachedSigningKey[]): (CachedSigningKey & Signer)[] {
  return keys.filter((key): key is CachedSigningKey & Signer => key.privateKey !== null);
}
