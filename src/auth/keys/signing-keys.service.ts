import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { Config } from '../../config/config.js';
import { unseal } from '../../config/sealed-text.js';
import { numbersOf } from '../../database/locks.js';
import { KEPT_BY_US_MS, nextKeySignsFrom, publishedKeys, type SigningAlgorithm, signingKey, soonest } from './key-schedule.js';
import { makeKey, PURPOSE } from './make-key.js';
import { SigningKey } from './signing-key.entity.js';

/** A key as the service holds it; `privateKey` is null when it was sealed under another SECRET_KEY. */
type HeldKey = Readonly<{ kid: string; algorithm: SigningAlgorithm; signsFrom: Date; publicJwk: JWK; privateKey: CryptoKey | null }>;

export type Signer = Readonly<{ kid: string; algorithm: SigningAlgorithm; privateKey: CryptoKey }>;

/** The keys of the id tokens: makes the first when it is needed, the next in time, and never two where one is due. */
@Injectable()
export class SigningKeysService {
  private readonly log = new Logger(SigningKeysService.name);
  private held: Promise<readonly HeldKey[]> | null = null;
  private heldUntil = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
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

  /** Any key of ours, however old: what we signed we recognise. */
  async find(kid: string | undefined): Promise<JWK | null> {
    return (await this.keys()).find((key) => key.kid === kid)?.publicJwk ?? null;
  }

  /** Publishes a further key ahead of its time, which it waits for like any other. */
  async rotate(): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?, ?)', [...numbersOf('signingKeys')]);
      await em.persist(await makeKey(this.config.idTokenAlgorithm, soonest(Date.now()), this.config.secretKey)).flush();
    });
    this.held = null;
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
    return this.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?, ?)', [...numbersOf('signingKeys')]);
      const keys = await this.read(em);
      const signsFrom = this.isDue(keys);
      if (signsFrom === null) return keys;
      await em.persist(await makeKey(this.config.idTokenAlgorithm, signsFrom, this.config.secretKey)).flush();
      this.log.log('A new key for id tokens is published.');
      return this.read(em);
    });
  }

  private isDue(keys: readonly HeldKey[]): Date | null {
    return nextKeySignsFrom(usable(keys), this.config.idTokenAlgorithm, Date.now());
  }

  private async read(em: EntityManager): Promise<HeldKey[]> {
    const rows = await em.find(SigningKey, {}, { orderBy: { createdAt: 'asc' } });
    return Promise.all(rows.map((row) => this.open(row)));
  }

  private async open({ kid, algorithm, signsFrom, publicJwk, sealedPrivateJwk }: SigningKey): Promise<HeldKey> {
    const text = unseal(sealedPrivateJwk, { purpose: PURPOSE, row: kid }, this.config.secretKey);
    const privateKey = text === null ? null : await importJWK(JSON.parse(text) as JWK, algorithm);
    return { kid, algorithm, signsFrom, publicJwk, privateKey: privateKey as CryptoKey | null };
  }
}

function usable(keys: readonly HeldKey[]): (HeldKey & Signer)[] {
  return keys.filter((key): key is HeldKey & Signer => key.privateKey !== null);
}
