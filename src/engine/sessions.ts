/** The venue's day: sessions open and close, instruments halt, resume, settle and expire. */
import type { PortionedCommand, VenueCommand } from './command.js';
import type { SessionMark, PositionCloseRow } from './event.js';
import { startBeforeClose, startFromListedClose } from './baseline.js';
import type { Execution } from './execution.js';
import { toMarketPrice } from './exact-price.js';
import { startFormerlyBeforeClose } from './former-statements.js';
import type { Holding } from './holding.js';
import type { Instrument } from './instrument.js';
import { endsWithSession, isPastExpireDate, type LargeCommands, toOrderSelection } from './large-commands.js';
import type { Outbox } from './outbox.js';
import type { Product } from './product.js';
import { type Refusal, refuse } from './refusal.js';
import type { Reconciliation } from './reconciliation.js';
import { requireRow } from './require-row.js';
import { EIGHTH_RULES, NINTH_RULES, SECOND_RULES, SEVENTH_RULES } from './rules.js';
import type { Settlement } from './settlement.js';
import type { State } from './state.js';
import { findMark } from './valuation.js';

type SessionCommand = Extract<VenueCommand, { sessionDate: string }>;
type InstrumentCommand = Exclude<VenueCommand, SessionCommand>;
type ExpireCommand = Extract<VenueCommand, { type: 'ExpireInstrument' }>;

const statusByCommand = { HaltInstrument: 'Halted', CloseInstrument: 'Closed', ResumeInstrument: 'Open' } as const;

export class Sessions {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly execution: Execution,
    private readonly parts: Readonly<{ large: LargeCommands; settlement: Settlement; reconciliation: Reconciliation }>,
  ) {}

  apply(command: VenueCommand): Refusal | null {
    if ('instrumentId' in command) return this.changeInstrument(command);
    return command.type === 'OpenSession' ? this.open(command) : this.close(command);
  }

  /** The last of its orders is gone: what else the command does is done now. */
  finish(command: Exclude<PortionedCommand, { type: 'MassCancellation' | 'DisableAccount' }>): Refusal | null {
    if ('productId' in command) requireRow(this.state.products, command.productId).isSessionChanging = false;
    else {
      const instrument = requireRow(this.state.instruments, command.instrumentId);
      instrument.isExpiring = false;
      // The close of its last session may have come first.
      if (instrument.isExpired) return null;
    }
    return this.apply(command);
  }

  /** Whether its orders are more than a portion: then `hold` stops the trading until they are gone. */
  private beginInPortions(
    command: SessionCommand | ExpireCommand,
    instruments: readonly Instrument[],
    hold: () => void,
  ): boolean {
    if (command.portion === undefined) return false;
    const isExpiring = (instrument: Instrument): boolean =>
      command.type === 'ExpireInstrument' ||
      (command.type === 'CloseSession' && isExpiringBy(instrument, command.sessionDate));
    const orderSelection = toOrderSelection({
      instruments: instruments.map(({ id }) => id),
      expiring: instruments.filter(isExpiring).map(({ id }) => id),
    });
    const { large } = this.parts;
    const orders = large.selectOrders(command, orderSelection);
    if (!large.isLarge(command, orders)) return false;
    hold();
    large.begin(command, orders, orderSelection);
    return true;
  }

  private beginSessionInPortions(command: SessionCommand, product: Product): boolean {
    return this.beginInPortions(command, this.state.listInstruments(product), () => (product.isSessionChanging = true));
  }

  private open(command: SessionCommand): Refusal | null {
    const { productId, sessionDate } = command;
    const product = this.state.products.get(productId);
    if (product === undefined) return refuse('unknown_product', 'There is no such product.');
    if (product.isSessionChanging || product.sessionIsOpen || sessionDate <= (product.sessionDate ?? ''))
      return refuse('session_out_of_turn', 'A session opens after the one before it has closed, and once.');
    if (this.beginSessionInPortions(command, product)) return null;
    product.sessionDate = sessionDate;
    product.sessionIsOpen = true;
    this.out.emit({ type: 'SessionOpened', productId, sessionDate });
    for (const instrument of this.state.listInstruments(product)) {
      // A date without a session has no close; its order must not trade on a later date.
      for (const order of this.state.listOpenOrders(instrument))
        if (isPastExpireDate(order, sessionDate)) this.execution.cancel(order, 'session_closed', 'OrderExpired');
      instrument.board.beginSession();
      this.out.markBookChanged(instrument);
    }
    return null;
  }

  private close(command: SessionCommand): Refusal | null {
    const { productId, sessionDate } = command;
    const product = this.state.products.get(productId);
    if (product === undefined) return refuse('unknown_product', 'There is no such product.');
    if (product.isSessionChanging || product.currentSession !== sessionDate)
      return refuse('session_out_of_turn', 'No session of this date is open.');
    if (this.beginSessionInPortions(command, product)) return null;
    const closes: PositionCloseRow[] = [];
    const marks: SessionMark[] = [];
    for (const instrument of this.state.listInstruments(product)) {
      this.closeInstrument(instrument, sessionDate);
      closes.push(...this.closeHoldings(instrument, sessionDate));
      const price = instrument.closingMarks.get(sessionDate);
      if (price !== undefined) marks.push({ instrumentId: instrument.id, price });
    }
    product.sessionIsOpen = false;
    this.out.emit({ type: 'SessionClosed', productId, sessionDate, closes, marks });
    if (this.state.followsRules(SEVENTH_RULES)) this.parts.reconciliation.reconcileClose(product, sessionDate);
    return null;
  }

  private changeInstrument(command: InstrumentCommand): Refusal | null {
    const instrument = this.state.instruments.get(command.instrumentId);
    if (instrument === undefined) return refuse('unknown_instrument', 'There is no such instrument.');
    const refusal =
      command.type === 'SettleInstrument' ? this.settle(instrument, command) : this.changeStatus(instrument, command);
    if (refusal === null) this.emitInstrumentChanged(instrument);
    return refusal;
  }

  private changeStatus(
    instrument: Instrument,
    command: Exclude<InstrumentCommand, { type: 'SettleInstrument' }>,
  ): Refusal | null {
    if (instrument.status === 'Expired') return refuse('instrument_expired', 'The instrument has expired.');
    if (command.type !== 'ExpireInstrument') {
      instrument.givenStatus = statusByCommand[command.type];
      instrument.haltReason = command.type === 'HaltInstrument' ? (command.reason ?? null) : null;
    } else if (!this.beginInPortions(command, [instrument], () => (instrument.isExpiring = true))) {
      this.expire(instrument);
      if (this.state.followsRules(SECOND_RULES) && instrument.settledSession !== instrument.product.sessionDate)
        instrument.settlementPrice = instrument.lastPriceOfSession ?? instrument.settlementPrice;
      this.parts.settlement.settleInstrument(instrument);
    }
    return null;
  }

  private settle(
    instrument: Instrument,
    { price }: Extract<InstrumentCommand, { type: 'SettleInstrument' }>,
  ): Refusal | null {
    const units = instrument.product.toUnits(price);
    if (typeof units !== 'number')
      return refuse('price_off_tick', 'The settlement price has more decimals than the product counts.');
    const { sessionDate, sessionIsOpen } = instrument.product;
    if (this.isSettled(instrument))
      return refuse('instrument_expired', 'The instrument has expired, and its positions are settled.');
    instrument.settlementPrice = units;
    instrument.settledSession = sessionDate;
    this.parts.settlement.settleInstrument(instrument);
    if (sessionDate !== null && !sessionIsOpen) this.revalueClose(instrument, sessionDate, units);
    return null;
  }

  private isSettled(instrument: Instrument): boolean {
    if (!instrument.isExpired || !this.state.followsRules(SECOND_RULES)) return false;
    const holdings = this.state.listHoldings(instrument);
    return holdings.length > 0 && holdings.every(({ quantity }) => quantity === 0);
  }

  /** What the back office states for that close is stated by this price. */
  private revalueClose(instrument: Instrument, sessionDate: string, price: number): void {
    instrument.closingMarks.set(sessionDate, price);
    const closes = this.state.listHoldings(instrument).flatMap((holding) => {
      const close = holding.revalueLastClose(sessionDate, { price, extraDecimals: 0 });
      if (this.state.followsRules(EIGHTH_RULES)) this.startFromListedClose(holding);
      return close === null ? [] : [{ acctId: holding.acctId, instrumentId: instrument.id, ...close }];
    });
    this.out.emit({ type: 'SessionResettled', sessionDate, closes, marks: [{ instrumentId: instrument.id, price }] });
  }

  /** Orders expire first, so that nothing but trades and quotes of the day is left to value the close by. */
  private closeInstrument(instrument: Instrument, sessionDate: string): void {
    const { isExpired, settlementPrice } = instrument;
    if (isExpiringBy(instrument, sessionDate)) this.expire(instrument);
    for (const order of this.state.listOpenOrders(instrument))
      if (endsWithSession(order, sessionDate)) this.execution.cancel(order, 'session_closed', 'OrderExpired');
    if (instrument.settledSession !== sessionDate)
      instrument.settlementPrice = instrument.lastPriceOfSession ?? settlementPrice;
    this.parts.settlement.settleInstrument(instrument);
    if (isExpired !== instrument.isExpired || settlementPrice !== instrument.settlementPrice)
      this.emitInstrumentChanged(instrument);
  }

  private closeHoldings(instrument: Instrument, sessionDate: string): PositionCloseRow[] {
    if (instrument.settlementPrice !== null) instrument.closingMarks.set(sessionDate, instrument.settlementPrice);
    return this.state.listHoldings(instrument).flatMap((holding) => {
      if (holding.isIdleOn(sessionDate) && !this.hasLost(holding)) return [];
      if (this.state.followsRules(SEVENTH_RULES)) this.startBeforeClose(holding, sessionDate);
      // The settlement price, which is the last trade's if nobody gave another.
      const mark = toMarketPrice(instrument.settlementPrice) ?? findMark(holding);
      return [{ acctId: holding.acctId, instrumentId: instrument.id, ...holding.closeSession(sessionDate, mark) }];
    });
  }

  /** Of what was won until the last close nothing may be left, which no trade says: since the eighth rules a close says it. */
  private hasLost({ history }: Holding): boolean {
    return history.lastClose.total !== 0n && this.state.followsRules(EIGHTH_RULES);
  }

  private startFromListedClose(holding: Holding): void {
    const account = requireRow(this.state.accounts, holding.acctId);
    if (startFromListedClose(account, holding)) this.out.markPositionChanged(holding);
  }

  private startBeforeClose(holding: Holding, sessionDate: string): void {
    const account = requireRow(this.state.accounts, holding.acctId);
    const start = this.state.followsRules(NINTH_RULES) ? startBeforeClose : startFormerlyBeforeClose;
    if (start(account, holding, sessionDate)) this.out.markPositionChanged(holding);
  }

  private expire(instrument: Instrument): void {
    for (const order of this.state.listOpenOrders(instrument))
      this.execution.cancel(order, 'instrument_expired', 'OrderExpired');
    instrument.isExpired = true;
  }

  private emitInstrumentChanged({
    id,
    givenStatus,
    haltReason,
    isExpired,
    settlementPrice,
    settledSession,
  }: Instrument): void {
    this.out.emit({
      type: 'InstrumentChanged',
      instrumentId: id,
      givenStatus,
      haltReason,
      isExpired,
      settlementPrice,
      settledSession,
    });
  }
}

const isExpiringBy = ({ terms: { expiration } }: Instrument, sessionDate: string): boolean =>
  expiration !== null && expiration <= sessionDate;
