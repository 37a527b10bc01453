/** The naive venue's day: sessions, halts and expiry, and the commands that end orders in portions. */
import type { Command } from '../../src/engine/command.js';
import type { Naive } from './naive-order.js';

type PortionedCommand = Extract<
  Command,
  { type: 'MassCancellation' | 'DisableAccount' | 'ExpireInstrument' | 'OpenSession' | 'CloseSession' }
>;
type Turn = Exclude<PortionedCommand, { type: 'MassCancellation' | 'DisableAccount' }>;
type Ending = readonly [order: Naive, how: string];

/** What the sessions need of the venue. */
type Venue = Readonly<{
  open: () => readonly Naive[];
  end: (order: Naive, how: string) => void;
  say: (word: string) => void;
  forgetLast: (instrument: number) => void;
  closed: (instrument: number, date: string) => void;
}>;

const isOver = (order: Naive, date: string): boolean => order.tif === 'GTD' && (order.until ?? date) < date;
const ends = (order: Naive, date: string): boolean =>
  order.tif === 'GTD' ? (order.until ?? '') <= date : order.tif !== 'GTC';

export class NaiveSessions {
  private readonly given = new Map<number, string>();
  private readonly expired = new Set<number>();
  private readonly expirations = new Map<number, string | null>();
  private readonly productOf = new Map<number, number>();
  private readonly sessions = new Map<number, string | null>();
  private readonly lastSession = new Map<number, string>();
  private readonly pending = new Map<number, { command: PortionedCommand; rest: readonly Ending[] }>();

  constructor(private readonly venue: Venue) {}

  /** Whether the command was one of these. */
  keep(command: Command): boolean {
    if (command.type === 'DefineInstrument') {
      this.productOf.set(command.instrument.id, command.instrument.productId);
      this.expirations.set(command.instrument.id, command.instrument.expiration);
    } else if (command.type === 'HaltInstrument') this.given.set(command.instrumentId, 'instrument_halted');
    else if (command.type === 'CloseInstrument') this.given.set(command.instrumentId, 'market_closed');
    else if (command.type === 'ResumeInstrument') this.given.delete(command.instrumentId);
    else if (command.type === 'ContinueCommand') this.continue(command);
    else if (command.type === 'ExpireInstrument' || command.type === 'OpenSession' || command.type === 'CloseSession')
      this.turn(command);
    else return false;
    return true;
  }

  closedBecause(instrument: number): string | null {
    const pending = [...this.pending.values()].map(({ command }) => command);
    if (
      this.expired.has(instrument) ||
      pending.some((one) => one.type === 'ExpireInstrument' && one.instrumentId === instrument)
    )
      return 'instrument_expired';
    if (this.given.has(instrument)) return this.given.get(instrument) ?? null;
    const product = this.productOf.get(instrument) ?? 0;
    return this.isTurning(product) || (this.sessions.get(product) ?? null) === null ? 'market_closed' : null;
  }

  /** The session of the instrument that is open or was the last. */
  dateOf(instrument: number): string | null {
    return this.lastSession.get(this.productOf.get(instrument) ?? 0) ?? null;
  }

  /** Ends them, or so many of them as the portion has; gives whether some are left for later. */
  endInPortions(command: PortionedCommand, meant: readonly Ending[]): boolean {
    const { portion } = command;
    const isLarge = portion !== undefined && meant.length > portion;
    const first = isLarge ? Math.min(command.first ?? portion, portion) : 0;
    for (const [order, how] of isLarge ? meant.slice(0, first) : meant) this.venue.end(order, how);
    if (isLarge) this.pending.set(command.seq, { command, rest: meant.slice(first) });
    return isLarge;
  }

  private continue({ commandSeq, portion }: Extract<Command, { type: 'ContinueCommand' }>): void {
    const pending = this.pending.get(commandSeq);
    if (pending === undefined) {
      this.venue.say('command_not_pending');
      return;
    }
    const alive = pending.rest.filter(([order]) => order.alive);
    for (const [order, how] of alive.slice(0, portion)) this.venue.end(order, how);
    pending.rest = alive.slice(portion);
    if (pending.rest.length > 0) return;
    this.pending.delete(commandSeq);
    const { command } = pending;
    if (command.type === 'ExpireInstrument' && this.expired.has(command.instrumentId)) return;
    if (command.type !== 'MassCancellation' && command.type !== 'DisableAccount') this.turnNow(command);
  }

  private turn(command: Turn): void {
    const refusal = this.outOfTurn(command);
    if (refusal !== null) this.venue.say(refusal);
    else {
      const meant = this.endedBy(command);
      const isLarge = command.portion !== undefined && meant.length > command.portion;
      if (isLarge) this.endInPortions(command, meant);
      else this.turnNow(command);
    }
  }

  private outOfTurn(command: Turn): string | null {
    if (command.type === 'ExpireInstrument')
      return this.closedBecause(command.instrumentId) === 'instrument_expired' ? 'instrument_expired' : null;
    const { productId, sessionDate } = command;
    const open = this.sessions.get(productId) ?? null;
    const fits =
      command.type === 'CloseSession'
        ? open === sessionDate
        : open === null && sessionDate > (this.lastSession.get(productId) ?? '');
    return fits && !this.isTurning(productId) ? null : 'session_out_of_turn';
  }

  private isTurning(product: number): boolean {
    return [...this.pending.values()].some(({ command }) => 'productId' in command && command.productId === product);
  }

  private endedBy(command: Turn): Ending[] {
    const [expires, closes] = ['Expired instrument_expired', 'Expired session_closed'];
    return this.venue.open().flatMap((order): Ending[] => {
      if (command.type === 'ExpireInstrument')
        return order.instrument === command.instrumentId ? [[order, expires]] : [];
      if (this.productOf.get(order.instrument) !== command.productId) return [];
      if (command.type === 'OpenSession') return isOver(order, command.sessionDate) ? [[order, closes]] : [];
      if (this.expiresBy(order.instrument, command.sessionDate)) return [[order, expires]];
      return ends(order, command.sessionDate) ? [[order, closes]] : [];
    });
  }

  /** All at once, an instrument after the other. */
  private turnNow(command: Turn): void {
    if (command.type === 'ExpireInstrument') this.expire(command.instrumentId);
    else if (command.type === 'OpenSession') this.openSession(command.productId, command.sessionDate);
    else this.closeSession(command.productId, command.sessionDate);
  }

  private expiresBy(instrument: number, date: string): boolean {
    return (this.expirations.get(instrument) ?? '~') <= date;
  }

  /** Since rules 4. */
  ends(instrument: number, date: string): boolean {
    return (this.expirations.get(instrument) ?? '~') < date;
  }

  private expire(instrument: number): void {
    this.endIn(instrument, () => true, 'Expired instrument_expired');
    this.expired.add(instrument);
  }

  private openSession(product: number, date: string): void {
    this.sessions.set(product, date);
    this.lastSession.set(product, date);
    for (const instrument of this.instrumentsOf(product)) {
      this.venue.forgetLast(instrument);
      this.endIn(instrument, (order) => isOver(order, date), 'Expired session_closed');
    }
  }

  private closeSession(product: number, date: string): void {
    for (const instrument of this.instrumentsOf(product)) {
      this.venue.closed(instrument, date);
      if (this.expiresBy(instrument, date)) this.expire(instrument);
      this.endIn(instrument, (order) => ends(order, date), 'Expired session_closed');
    }
    this.sessions.set(product, null);
  }

  private endIn(instrument: number, which: (order: Naive) => boolean, how: string): void {
    for (const order of [...this.venue.open()])
      if (order.alive && order.instrument === instrument && which(order)) this.venue.end(order, how);
  }

  private instrumentsOf(product: number): number[] {
    return [...this.productOf].flatMap(([instrument, owner]) => (owner === product ? [instrument] : []));
  }
}
