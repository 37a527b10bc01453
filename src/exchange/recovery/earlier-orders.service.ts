import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseUnavailableError } from '../../database/outage.js';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { type ClientOrderAddress, type EarlierOrder, ExchangeStore } from '../store/exchange-store.js';
import { KnownIds } from './known-ids.js';

const IDS_AT_ONCE = 20_000;
const FOUND_WITHIN_MS = 4_000;

/**
 * Finds orders by client order id for the engine, which remembers only those since it was built. Nearly every id is
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

  /** Stops the background read. */
  end(): Promise<void> {
    this.beginnings++;
    return this.learning;
  }

  /** Resolves when all stored ids are loaded, or cannot be. */
  async whenLoaded(): Promise<void> {
    await this.learning;
  }

  find(acctId: number, clientOrderId: string, withinMs = FOUND_WITHIN_MS): Promise<EarlierOrder | null> {
    if (!this.mayKnow(acctId, clientOrderId)) return Promise.resolve(null);
    const late = pause(Math.max(0, withinMs), null, { ref: false }).then(() => {
      throw new DatabaseUnavailableError(new Error('The search for a client order id takes too long.'));
    });
    return Promise.race([this.questions.add({ acctId, clientOrderId }), late]);
  }

  /** Whether the tables must be queried. */
  mayKnow(acctId: number, clientOrderId: string): boolean {
    return this.known === null || this.known.mayHave(hash('sha256', `${acctId} ${clientOrderId}`, 'buffer'));
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
