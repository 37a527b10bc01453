/** One thing that is traded: its book, its stops, its board, and what the day has made of it. */
import { Board } from './board.js';
import { Book } from './book.js';
import type { InstrumentTerms } from './command.js';
import { findLatestDateUpTo } from './latest-date.js';
import type { OrderPool } from './order-pool.js';
import type { Product } from './product.js';
import { type Refusal, refuse } from './refusal.js';
import { quoteReason } from './status-reason.js';
import { Stops } from './stops.js';

type InstrumentStatus = 'Open' | 'Halted' | 'Closed' | 'Expired';
/** What the administration has said of it, whatever the hours and the calendar say. */
export type AdministrativeStatus = 'Open' | 'Halted' | 'Closed';

export class Instrument {
  readonly id: number;
  readonly book: Book;
  readonly stops: Stops;
  readonly board: Board;
  givenStatus: AdministrativeStatus = 'Open';
  /** Why it is halted, in the words of the administrator. */
  haltReason: string | null = null;
  isExpired = false;
  /** The command that expires it is pending: it takes no orders any more. */
  isExpiring = false;
  settlementPrice: number | null = null;
  /** The session for which that price was given; a session without one settles at its last trade. */
  settledSession: string | null = null;
  /** At which price each past session closed, for positions that are counted anew from a later statement. */
  readonly closingMarks = new Map<string, number>();

  constructor(
    public terms: InstrumentTerms,
    public product: Product,
    pool: OrderPool,
  ) {
    this.id = terms.id;
    this.book = new Book(pool);
    this.stops = new Stops(pool);
    this.board = new Board(this.book);
  }

  get status(): InstrumentStatus {
    if (this.isExpired || this.isExpiring) return 'Expired';
    if (this.givenStatus !== 'Open') return this.givenStatus;
    return this.product.sessionIsOpen && !this.product.isSessionChanging ? 'Open' : 'Closed';
  }

  /** Why no order may enter or change now, or null. Cancellations do not ask. */
  findClosedRefusal(): Refusal | null {
    switch (this.status) {
      case 'Expired':
        return refuse('instrument_expired', 'The instrument has expired.');
      case 'Halted':
        return refuse('instrument_halted', describeHalt(this.haltReason));
      case 'Closed':
        return refuse('market_closed', 'The market is closed.');
      case 'Open':
        return null;
    }
  }

  get lastPriceOfSession(): number | null {
    return this.board.findLastOfSession(this.product.sessionDate);
  }

  /** The last session up to a date whose closing price is known. */
  findClosingMark(asOf: string): Readonly<{ sessionDate: string; price: number }> | null {
    const sessionDate = findLatestDateUpTo(this.closingMarks.keys(), asOf);
    const price = sessionDate === null ? undefined : this.closingMarks.get(sessionDate);
    return sessionDate === null || price === undefined ? null : { sessionDate, price };
  }

  /** What price bands are measured from. */
  get referencePrice(): number | null {
    const { bandPrice, last } = this.board.statistics;
    return bandPrice ?? this.settlementPrice ?? last?.price ?? null;
  }
}

const describeHalt = (reason: string | null): string =>
  reason === null
    ? 'Trading is halted; orders can only be canceled.'
    : `Trading is halted${quoteReason(reason)} Orders can only be canceled.`;
