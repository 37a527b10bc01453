import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { findWithin } from '../../database/outage.js';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { type ClientOrderAddress, type EarlierOrder, ExchangeStore } from '../store/exchange-store.js';
import { DIGEST_BYTES, KnownIds } from './known-ids.js';

const IDS_AT_ONCE = 20_000;
/** Ids that are learned without a pause for requests. */
const IDS_PER_TURN = 500;

/**
 * Finds orders by client order id for the engine, which forgets those that the tables have. Nearly every id is
 * new, so queries are avoided: after each load all stored ids are read in the background into a filter; until that is
 * done, every lookup queries the tables.
 */
@Injectable()
export class EarlierOrdersService {
  private readonly log = new Logger(EarlierOrdersService.name);
  private known: KnownIds | null = null;
  /** The number of loads; an earlier background read stops. */
  private beginnings = 0;
  private learning: Promise<void> = Promise.resolve();
  private readonly questions = new StatementBatcher<ClientOrderAddress, EarlierOrder | null>((requested) =>
    this.store.findOrders(requested),
  );

  constructor(private readonly store: ExchangeStore) {}

  /** The engine was built again: from now on it remembers new ids, and none from before. */
  begin(): void {
    this.known = null;
    const beginning = ++this.beginnings;
    const isContinuing = (): boolean => beginning === this.beginnings;
    this.learning = this.loadIds(isContinuing).then(
      (known) => {
        if (isContinuing()) this.known = known;
      },
      (error: unknown) =>
        this.log.warn(`Which client order ids there are could not be learnt; each is looked up. ${String(error)}`),
    );
  }

  /** From when this resolves, these ids are looked up in the tables. */
  async learn(ids: Iterable<ClientOrderAddress>, isContinuing: () => boolean): Promise<void> {
    await this.learning;
    let left = IDS_PER_TURN;
    for (const id of ids) {
      if (this.known === null || !isContinuing()) return;
      this.known.add(computeDigest(id));
      if (--left > 0) continue;
      await nextTurn();
      left = IDS_PER_TURN;
    }
  }

  /** Stops the background read. */
  end(): Promise<void> {
    this.beginnings++;
    return this.learning;
  }

  /** Resolves when all stored ids are loaded, or cannot be. */
  async whenLoaded(): Promise<void> {
    await this.learning;
  }

  find(named: ClientOrderAddress, withinMs: number): Promise<EarlierOrder | null> {
    if (!this.mayKnow(named)) return Promise.resolve(null);
    return findWithin(withinMs, this.questions.add(named));
  }

  /** Whether the tables must be queried. */
  mayKnow(named: ClientOrderAddress): boolean {
    return this.known === null || this.known.mayHave(computeDigest(named));
  }

  private async loadIds(isContinuing: () => boolean): Promise<KnownIds> {
    const known = new KnownIds(await this.store.countOrders());
    let after: ClientOrderAddress = { acctId: 0, clientOrderId: '' };
    while (isContinuing()) {
      const next = await this.store.readClientOrders(after, IDS_AT_ONCE);
      if (next === null) break;
      known.add(next.digests);
      after = next.last;
    }
    return known;
  }
}

const computeDigest = ({ acctId, clientOrderId }: ClientOrderAddress): Buffer =>
  hash('sha256', `${acctId} ${clientOrderId}`, 'buffer').subarray(0, DIGEST_BYTES);
