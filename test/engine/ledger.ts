/**
 * What a store could keep of a venue that knows nothing but its events: the last row of everything, all trades, all closes. Its
 * snapshot is made of these rows alone, so a venue restored from it shows whether the events contain everything.
 */
import type { EngineBreak } from '../../src/engine/account.js';
import type { ClientOrder } from '../../src/engine/client-orders.js';
import type { TradeStatistics } from '../../src/engine/board.js';
import type { Command } from '../../src/engine/command.js';
import type { EngineEvent, PositionCloseRow, TradeRow } from '../../src/engine/event.js';
import type { HoldingTrade, PositionRow } from '../../src/engine/position-row.js';
import type { PendingCommand } from '../../src/engine/pending-command.js';
import type { OrderRow } from '../../src/engine/order.js';
import type { Snapshot } from '../../src/engine/snapshot.js';
import { toSign } from '../../src/engine/side.js';

type Of<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;
type Instruments = Snapshot['instruments'];
type Accounts = Snapshot['accounts'];

const UNTOUCHED = {
  givenStatus: 'Open',
  haltReason: null,
  isExpired: false,
  settlementPrice: null,
  settledSession: null,
} as const;
const byNumber = <Value>(rows: Iterable<readonly [number, Value]>): [number, Value][] =>
  [...rows].map(([id, row]): [number, Value] => [id, row]).sort(([a], [b]) => a - b);
const byDate = <Value>(rows: Iterable<readonly [string, Value]>): [string, Value][] =>
  [...rows].map(([date, row]): [string, Value] => [date, row]).sort(([a], [b]) => (a < b ? -1 : 1));
const most = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => Math.max(a, b), 0);

/** With its time: that of the command, or of the row that stands for several. */
type BoardChange = Of<'MarketDataChanged'> & Readonly<{ changedAt: number }>;

export class Ledger {
  private commands = 0;
  private actions = 0;
  private rules = 1;
  private readonly orders = new Map<number, OrderRow>();
  private readonly named = new Map<number, ClientOrder>();
  private readonly trades: (TradeRow & Readonly<{ seq: number }>)[] = [];
  private readonly positions = new Map<string, PositionRow>();
  private readonly closes = new Map<string, PositionCloseRow>();
  private readonly marks = new Map<string, number>();
  private readonly groups = new Map<number, Of<'ProductGroupDefined'>['group']>();
  private readonly products = new Map<number, Of<'ProductDefined'>['product']>();
  private readonly instruments = new Map<number, Of<'InstrumentDefined'>['instrument']>();
  private readonly sessions = new Map<number, Of<'SessionOpened' | 'SessionClosed'>>();
  private readonly changes = new Map<number, Of<'InstrumentChanged'>>();
  private readonly boards = new Map<number, BoardChange>();
  private readonly accounts = new Map<number, Of<'AccountChanged'>>();
  private readonly grants = new Map<string, Of<'AccountGranted'>>();
  private readonly money = new Map<string, Of<'MoneyStated'>>();
  private readonly statements = new Map<string, Of<'PositionsStated'> & Readonly<{ seq: number }>>();
  private readonly breaks = new Map<number, EngineBreak>();
  private readonly pending = new Map<number, PendingCommand>();

  /** Whatever became of it, every command has its number. */
  write(
    { seq, time = 0 }: Pick<Command, 'seq'> & Partial<Pick<Command, 'time'>>,
    events: readonly EngineEvent[],
  ): void {
    this.commands = seq;
    for (const event of events) this.note(event, time);
  }

  snapshot(): Snapshot {
    return {
      counters: {
        command: this.commands,
        action: this.actions,
        order: most(this.orders.keys()),
        trade: this.trades.at(-1)?.id ?? 0,
        rank: most([...this.orders.values()].map(({ rank }) => rank)),
        reconciliationBreak: most(this.breaks.keys()),
        rules: this.rules,
      },
      groups: byNumber(this.groups).map(([, terms]) => terms),
      products: byNumber(this.products).map(([id, terms]) => ({
        terms,
        sessionDate: this.sessions.get(id)?.sessionDate ?? null,
        sessionIsOpen: this.sessionIsOpen(id),
      })),
      instruments: byNumber(this.instruments).map(([, terms]) => this.instrumentRow(terms)),
      accounts: byNumber(this.accounts).map(([, row]) => this.accountRow(row)),
      holdings: [...this.positions.values()]
        .sort((a, b) => a.acctId - b.acctId || a.instrumentId - b.instrumentId)
        .map((position) => this.holdingRow(position)),
      orders: byNumber(this.orders).flatMap(([, order]) => (order.status === 'Open' ? [order] : [])),
      clientOrders: this.clientOrders(),
      pending: byNumber(this.pending).map(([, command]) => command),
    };
  }

  private note(event: EngineEvent, time: number): void {
    if ('actionId' in event) this.noteAction(event);
    else if ('order' in event) this.orders.set(event.order.id, event.order);
    else if ('trade' in event) this.noteTrade(event);
    else if (event.type === 'PositionChanged')
      this.positions.set(`${event.position.acctId} ${event.position.instrumentId}`, event.position);
    else if (event.type === 'MarketDataChanged') this.boards.set(event.instrumentId, { changedAt: time, ...event });
    else if (event.type === 'RulesAdopted') this.rules = event.rules;
    else if (event.type.startsWith('Session'))
      this.noteSession(event as Of<'SessionOpened' | 'SessionClosed' | 'SessionResettled'>);
    else if ('acctId' in event) this.noteAccount(event);
    else this.noteRow(event);
  }

  private noteTrade(event: Of<'Settled' | 'Traded'>): void {
    this.trades.push({ ...event.trade, seq: this.commands });
    if (event.type === 'Traded') for (const order of [event.buy, event.sell]) this.orders.set(order.id, order);
  }

  private noteAction(event: Of<'ActionAccepted' | 'ActionRefused' | 'ActionReplayed'>): void {
    if (event.type === 'ActionReplayed') return;
    const { actionId, orderId, fingerprint } = event;
    this.actions = actionId;
    if (orderId !== null && fingerprint !== null) this.named.set(orderId, { actionId, orderId, fingerprint });
  }

  private noteAccount(event: Extract<EngineEvent, { acctId: number }>): void {
    switch (event.type) {
      case 'AccountChanged':
        this.accounts.set(event.acctId, event);
        break;
      case 'AccountGranted':
        this.grants.set(`${event.acctId} ${event.userId}`, event);
        break;
      case 'MoneyStated':
        this.money.set(`${event.acctId} ${event.money.asOf}`, event);
        break;
      case 'PositionsStated':
        this.statements.set(`${event.acctId} ${event.asOf}`, { ...event, seq: this.commands });
        break;
      case 'ClosesRestated':
        this.noteCloses(event.closes);
    }
  }

  private noteRow(event: EngineEvent): void {
    if ('row' in event) this.breaks.set(event.row.id, event.row);
    else if ('pending' in event) this.notePending(event);
    else if (event.type === 'ProductGroupDefined') this.groups.set(event.group.id, event.group);
    else if (event.type === 'ProductDefined') this.products.set(event.product.id, event.product);
    else if (event.type === 'InstrumentDefined') this.instruments.set(event.instrument.id, event.instrument);
    else if (event.type === 'InstrumentChanged') this.changes.set(event.instrumentId, event);
  }

  private notePending({ type, pending }: Extract<EngineEvent, { pending: PendingCommand }>): void {
    if (type === 'CommandFinished') this.pending.delete(pending.seq);
    else this.pending.set(pending.seq, pending);
  }

  private noteSession(event: Of<'SessionOpened' | 'SessionClosed' | 'SessionResettled'>): void {
    if (event.type !== 'SessionResettled') this.sessions.set(event.productId, event);
    if (event.type !== 'SessionOpened') this.noteSettled(event);
  }

  private noteSettled({
    sessionDate,
    closes,
    marks,
  }: Pick<Of<'SessionClosed'>, 'sessionDate' | 'closes' | 'marks'>): void {
    this.noteCloses(closes);
    for (const { instrumentId, price } of marks) this.marks.set(`${instrumentId} ${sessionDate}`, price);
  }

  private noteCloses(closes: readonly PositionCloseRow[]): void {
    for (const close of closes) this.closes.set(`${close.acctId} ${close.instrumentId} ${close.sessionDate}`, close);
  }

  private sessionIsOpen(productId: number): boolean {
    return this.sessions.get(productId)?.type === 'SessionOpened';
  }

  private instrumentRow(terms: Instruments[number]['terms']): Instruments[number] {
    const { givenStatus, haltReason, isExpired, settlementPrice, settledSession } =
      this.changes.get(terms.id) ?? UNTOUCHED;
    const marks = [...this.marks].flatMap(([key, price]): [string, number][] =>
      key.startsWith(`${terms.id} `) ? [[key.slice(-10), price]] : [],
    );
    return {
      terms,
      givenStatus,
      haltReason,
      isExpired,
      settlementPrice,
      settledSession,
      closingMarks: byDate(marks),
      statistics: this.statistics(terms),
      boardSeq: this.boards.get(terms.id)?.seq ?? 0,
      boardChangedAt: this.boards.get(terms.id)?.changedAt ?? null,
    };
  }

  /** The last trade of all, the rest from the session that is open or was the last. */
  private statistics({ id, productId }: Instruments[number]['terms']): TradeStatistics {
    const trades = this.trades.filter(
      ({ instrumentId, settlement }) => instrumentId === id && settlement === undefined,
    );
    const last = trades.at(-1);
    const ofSession = trades.filter(({ sessionDate }) => sessionDate === this.sessions.get(productId)?.sessionDate);
    const prices = ofSession.map(({ price }) => price);
    return {
      last:
        last === undefined
          ? null
          : { price: last.price, quantity: last.quantity, time: last.time, sessionDate: last.sessionDate },
      high: prices.length === 0 ? null : Math.max(...prices),
      low: prices.length === 0 ? null : Math.min(...prices),
      volume: ofSession.reduce((sum, { quantity }) => sum + quantity, 0),
      bandPrice: this.boards.get(id)?.bandPrice ?? null,
    };
  }

  private accountRow({
    acctId,
    ownerId,
    name,
    currency,
    timeZone,
    limits,
    isEnabled,
  }: Of<'AccountChanged'>): Accounts[number] {
    const mine = <Row extends { acctId: number }>(rows: ReadonlyMap<unknown, Row>): Row[] =>
      [...rows.values()].filter((row) => row.acctId === acctId);
    const references = mine(this.statements).map(({ asOf, positions }): Accounts[number]['references'][number] => [
      asOf,
      byNumber(positions.map(({ instrumentId, ...held }) => [instrumentId, held])),
    ]);
    return {
      id: acctId,
      ownerId,
      name,
      currency,
      timeZone,
      limits,
      isEnabled,
      grants: byNumber(
        mine(this.grants).flatMap(({ userId, access }) => (access === null ? [] : [[userId, access] as const])),
      ),
      money: byDate(mine(this.money).map(({ money }) => [money.asOf, money])).map(([, money]) => money),
      references: byDate(references),
      openBreaks: mine(this.breaks)
        .filter(
          ({ id, asOf, instrumentId, difference }, _at, all) =>
            difference !== 0 &&
            !all.some((one) => one.id > id && one.asOf === asOf && one.instrumentId === instrumentId),
        )
        .sort((a, b) => a.id - b.id),
    };
  }

  /** Closed sessions say themselves what they did; of the open one only the trades can. */
  private holdingRow(position: PositionRow): Snapshot['holdings'][number] {
    const { acctId, instrumentId } = position;
    const closes = [...this.closes.values()]
      .filter((close) => close.acctId === acctId && close.instrumentId === instrumentId)
      .sort((a, b) => (a.sessionDate < b.sessionDate ? -1 : 1));
    const trades = this.trades
      .filter((trade) => trade.instrumentId === instrumentId)
      .flatMap((trade): (HoldingTrade & Readonly<{ seq: number }>)[] => {
        const { seq, sessionDate, quantity, price } = trade;
        const side = trade.buyAcctId === acctId ? 'Buy' : trade.sellAcctId === acctId ? 'Sell' : null;
        return side === null ? [] : [{ seq, sessionDate, quantity: toSign(side) * quantity, price }];
      });
    const productId = this.instruments.get(instrumentId)?.productId ?? 0;
    const today = this.sessionIsOpen(productId) ? (this.sessions.get(productId)?.sessionDate ?? '') : '';
    const netToday = trades
      .filter(({ sessionDate }) => sessionDate === today)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    // A settlement may be of a date without a session. A session that has closed and says nothing has changed nothing.
    const settled = this.trades.filter(
      (trade) =>
        trade.settlement !== undefined &&
        trade.instrumentId === instrumentId &&
        trade.sessionDate !== today &&
        !this.marks.has(`${instrumentId} ${trade.sessionDate}`) &&
        !closes.some((close) => close.sessionDate === trade.sessionDate),
    );
    const late = new Map<string, number>();
    for (const { sessionDate, quantity, buyAcctId, sellAcctId } of settled) {
      const sign = buyAcctId === acctId ? 1 : sellAcctId === acctId ? -1 : 0;
      late.set(sessionDate, (late.get(sessionDate) ?? 0) + sign * quantity);
    }
    const nets = [
      ...late,
      ...closes.map(({ sessionDate, net }) => [sessionDate, net] as const),
      [today, netToday] as const,
    ];
    return {
      position,
      trades: this.keepSince(trades, position),
      netBySession: byDate(nets.filter(([, net]) => net !== 0)),
      closes: closes.map(({ sessionDate, quantity, profit }) => ({ sessionDate, quantity, profit })),
    };
  }

  /** The trades behind the list that a position begins from; a list may be of a session that goes on. */
  private keepSince(
    trades: readonly (HoldingTrade & Readonly<{ seq: number }>)[],
    { acctId, reference }: PositionRow,
  ): HoldingTrade[] {
    const listSeq = reference === null ? 0 : (this.statements.get(`${acctId} ${reference.asOf}`)?.seq ?? Infinity);
    return trades
      .filter(({ seq, sessionDate }) => sessionDate > (reference?.asOf ?? '') || seq > listSeq)
      .map(({ sessionDate, quantity, price }) => ({ sessionDate, quantity, price }));
  }

  private clientOrders(): Snapshot['clientOrders'] {
    const rows = byNumber(this.named).flatMap(([orderId, known]) => {
      const { acctId = 0, clientOrderId = null } = this.orders.get(orderId) ?? {};
      return clientOrderId === null ? [] : [{ acctId, clientOrderId, ...known }];
    });
    return rows.sort((a, b) => a.acctId - b.acctId || a.orderId - b.orderId);
  }
}
