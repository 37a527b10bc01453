/**
 * Loads positions with their trades. Quantity changes of closed sessions come from position closes, those of the open
 * session from its trades. Trades come in order of their ids, the order in which they were counted. A session that has
 * closed and has no close of a position has changed nothing of it.
 */
import type { HoldingTrade } from '../../engine/position-row.js';
import type { SessionProfit } from '../../engine/profit-history.js';
import { CLEARING } from '../../engine/settlement.js';
import type { Snapshot } from '../../engine/snapshot.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { Position, PositionClose } from '../ledger/position.entity.js';
import { PositionStatement } from '../ledger/position-statement.entity.js';
import { Trade } from '../ledger/trade.entity.js';
import { readAll, readEntities, type QuerySource } from './reading.js';

type PositionState = Snapshot['holdings'][number]['position'];

type HoldingRow = {
  position: PositionState;
  trades: HoldingTrade[];
  netBySession: [sessionDate: string, net: number][];
  closes: SessionProfit[];
};

/** One side of a trade, with the sign of its quantity change. */
type TradeLeg = Readonly<{
  seq: number;
  acctId: number;
  instrumentId: number;
  isSettlement: boolean;
  trade: HoldingTrade;
}>;

const POSITION = [
  ...(['acctId', 'instrumentId', 'quantity', 'cost', 'realised', 'carriedTotal', 'carriedRealised'] as const),
  ...(['referenceAsOf', 'referenceQuantity', 'referencePrice', 'referenceExtraDecimals', 'extraDecimals'] as const),
  ...(['referenceConfirms', 'startSession', 'startTotal', 'startRealised'] as const),
  ...(['beforeListLastClose', 'beforeListTotal', 'beforeListRealised', 'beforeListHeld'] as const),
  ...(['beforeListMark', 'beforeListMarkExtraDecimals', 'beforeListTraded', 'beforeListTradedCost'] as const),
];
const CLOSE = [
  ...(['acctId', 'instrumentId', 'sessionDate', 'quantity', 'net'] as const),
  ...(['profitTotal', 'profitRealised', 'extraDecimals'] as const),
];
const LIST = ['seq', 'acctId', 'asOf'] as const;
const TRADE = ['seq', 'instrumentId', 'sessionDate', 'quantity', 'price', 'buyAcctId', 'sellAcctId'] as const;

/** Of each instrument: the date of the session that is open, and the closing marks of those that have closed. */
export type KnownSessions = Readonly<{
  open: ReadonlyMap<number, string>;
  closed: ReadonlyMap<number, Snapshot['instruments'][number]['closingMarks']>;
}>;

type StoredPosition = Pick<Position, (typeof POSITION)[number]>;
type StoredClose = Pick<PositionClose, (typeof CLOSE)[number]>;
type StoredTrade = Pick<Trade, (typeof TRADE)[number]>;

export async function readHoldings(
  source: QuerySource,
  catalog: TableCatalog,
  sessions: KnownSessions,
): Promise<Snapshot['holdings']> {
  const lists = await readAll(source, catalog, {
    entity: PositionStatement,
    properties: LIST,
    where: (name) => `(${name('acctId')}, ${name('asOf')}) in (select acct_id, reference_as_of from positions)`,
  });
  const holdings = new Holdings(sessions, new Map(lists.map(({ acctId, asOf, seq }) => [`${acctId} ${asOf}`, seq])));
  for await (const rows of readEntities(source, catalog, { entity: Position, properties: POSITION }))
    for (const row of rows) holdings.open(toPosition(row));
  for await (const rows of readEntities(source, catalog, { entity: PositionClose, properties: CLOSE }))
    for (const row of rows) holdings.close(row);
  // Known only when all positions are loaded: trades before their earliest statement are not counted.
  const since = holdings.firstDate;
  const trades = {
    entity: Trade,
    properties: TRADE,
    where: (name: (property: keyof Trade) => string) =>
      since === null ? 'true' : `${name('sessionDate')} >= '${since}' or ${name('settlement')} is not null`,
  };
  for await (const rows of readEntities(source, catalog, trades)) for (const row of rows) holdings.toLegs(row);
  for (const { netBySession } of holdings.all) netBySession.sort(([a], [b]) => (a < b ? -1 : 1));
  return holdings.all;
}

class Holdings {
  readonly all: HoldingRow[] = [];
  private readonly byAccount = new Map<number, Map<number, HoldingRow>>();
  firstDate: string | null = '9999-12-31';

  /** `listSeqs` are the commands of the lists that count, by account and date. */
  constructor(
    private readonly sessions: KnownSessions,
    private readonly listSeqs: ReadonlyMap<string, number>,
  ) {
    for (const date of sessions.open.values())
      this.firstDate = this.firstDate === null || date < this.firstDate ? date : this.firstDate;
  }

  open(position: PositionState): void {
    const holding: HoldingRow = { position, trades: [], netBySession: [], closes: [] };
    const ofAccount = this.byAccount.get(position.acctId) ?? new Map<number, HoldingRow>();
    this.byAccount.set(position.acctId, ofAccount.set(position.instrumentId, holding));
    const since = position.reference?.asOf ?? null;
    if (since === null || (this.firstDate !== null && since < this.firstDate)) this.firstDate = since;
    this.all.push(holding);
  }

  close(row: StoredClose): void {
    const { acctId, instrumentId, sessionDate, quantity, net, profitTotal, profitRealised, extraDecimals } = row;
    const holding = this.find(acctId, instrumentId);
    // The row may be from before the holding had its present decimals.
    const finer = 10n ** BigInt(holding.position.extraDecimals - extraDecimals);
    const profit = { total: profitTotal * finer, realised: profitRealised * finer };
    holding.closes.push({ sessionDate, quantity, profit });
    if (net !== 0) holding.netBySession.push([sessionDate, net]);
  }

  toLegs({ seq, instrumentId, sessionDate, quantity, price, buyAcctId: buy, sellAcctId: sell }: StoredTrade): void {
    const isSettlement = buy === CLEARING || sell === CLEARING;
    if (buy !== CLEARING)
      this.count({ seq, acctId: buy, instrumentId, isSettlement, trade: { sessionDate, quantity, price } });
    if (sell !== CLEARING)
      this.count({ seq, acctId: sell, instrumentId, isSettlement, trade: { sessionDate, quantity: -quantity, price } });
  }

  private count(leg: TradeLeg): void {
    const { acctId, instrumentId, trade } = leg;
    const { position, trades, netBySession, closes } = this.find(acctId, instrumentId);
    if (this.isSince(position, leg)) trades.push(trade);
    if (this.isInClose(leg, closes)) return;
    const at = netBySession.findIndex(([sessionDate]) => sessionDate === trade.sessionDate);
    const net = (netBySession[at]?.[1] ?? 0) + trade.quantity;
    netBySession.splice(
      at < 0 ? netBySession.length : at,
      at < 0 ? 0 : 1,
      ...(net === 0 ? [] : [[trade.sessionDate, net] as [string, number]]),
    );
  }

  /** A list may have been given while its session went on. */
  private isSince({ acctId, reference }: PositionState, { seq, trade: { sessionDate } }: TradeLeg): boolean {
    if (reference === null || sessionDate > reference.asOf) return true;
    return seq > (this.listSeqs.get(`${acctId} ${reference.asOf}`) ?? Infinity);
  }

  /** Whether the close of its session says what the trade changed. A settlement may have a date without a session. */
  private isInClose({ instrumentId, isSettlement, trade }: TradeLeg, closes: readonly SessionProfit[]): boolean {
    const { sessionDate } = trade;
    if (!isSettlement) return sessionDate !== this.sessions.open.get(instrumentId);
    // What is settled has a price, and so a closing mark where its session has closed, also without a close of this position.
    const marks = this.sessions.closed.get(instrumentId) ?? [];
    return closes.some((close) => close.sessionDate === sessionDate) || marks.some(([date]) => date === sessionDate);
  }

  private find(acctId: number, instrumentId: number): HoldingRow {
    const holding = this.byAccount.get(acctId)?.get(instrumentId);
    if (holding === undefined)
      throw new Error(
        `A stored row says that account ${acctId} has held instrument ${instrumentId}, and there is no such position.`,
      );
    return holding;
  }
}

function toPosition(row: StoredPosition): PositionState {
  const { acctId, instrumentId, quantity, cost, realised, carriedTotal, carriedRealised, extraDecimals } = row;
  const { referenceAsOf: asOf, referenceQuantity, referencePrice, referenceExtraDecimals } = row;
  const reference =
    asOf === null
      ? null
      : { asOf, quantity: referenceQuantity ?? 0, price: referencePrice ?? 0, extraDecimals: referenceExtraDecimals };
  const carried = { total: carriedTotal, realised: carriedRealised };
  const { referenceConfirms } = row;
  return {
    ...{ acctId, instrumentId, quantity, cost, realised, carried, reference, referenceConfirms, extraDecimals },
    ...{ start: toStart(row), beforeList: toBeforeList(row) },
  };
}

/** Rows from before there was a start count from the close of the money values. */
function toStart({ startSession, startTotal, startRealised }: StoredPosition): PositionState['start'] {
  return startTotal === null || startRealised === null
    ? null
    : { sessionDate: startSession, profit: { total: startTotal, realised: startRealised } };
}

/** Rows from before there was one keep their list when another one of its date comes. */
function toBeforeList(row: StoredPosition): PositionState['beforeList'] {
  const { beforeListLastClose: lastClose, beforeListTotal: total, beforeListRealised: realised } = row;
  const { beforeListHeld: held, beforeListMark: price, beforeListMarkExtraDecimals: extraDecimals } = row;
  if (total === null || realised === null || held === null) return null;
  const mark = price === null ? null : { price, extraDecimals };
  const traded = { quantity: row.beforeListTraded ?? 0, cost: row.beforeListTradedCost ?? 0n };
  return { lastClose, profit: { total, realised }, mark, held, traded };
}
