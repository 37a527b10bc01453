/**
 * Loads positions with their trades. Quantity changes of closed sessions come from position closes, those of the open
 * session from its trades. Trades come in order of their ids, the order in which they were counted.
 */
import type { HoldingTrade, SessionProfit } from '../../engine/holding.js';
import { CLEARING } from '../../engine/settlement.js';
import type { Snapshot } from '../../engine/snapshot.js';
import {
  readChunks,
  parseNumber,
  readRows,
  type QuerySource,
  type RowTexts,
  parseWhole,
  EnumReader,
} from './reading.js';

type PositionState = Snapshot['holdings'][number]['position'];

type HoldingRow = {
  position: PositionState;
  trades: HoldingTrade[];
  netBySession: [sessionDate: string, net: number][];
  closes: SessionProfit[];
};

/** One side of a trade, with the sign of its quantity change. */
type TradeLeg = Readonly<{ acctId: number; instrumentId: number; isSettlement: boolean; trade: HoldingTrade }>;

const POSITIONS = `
  select acct_id, instrument_id, quantity, cost, realised, carried_total, carried_realised, reference_as_of, reference_quantity, reference_price, reference_extra_decimals, extra_decimals
  from positions order by acct_id, instrument_id`;
const CLOSES = `
  select acct_id, instrument_id, session_date, net, profit_total, profit_realised, extra_decimals
  from position_closes order by acct_id, instrument_id, session_date`;

export async function readHoldings(
  source: QuerySource,
  openSessions: ReadonlyMap<number, string>,
): Promise<Snapshot['holdings']> {
  const holdings = new Holdings(openSessions);
  await readRows(source, POSITIONS, (texts) => holdings.open(toPosition(texts)));
  for await (const rows of readChunks(source, 'closes', CLOSES)) for (const row of rows) holdings.close(row);
  for await (const rows of readChunks(source, 'held_trades', holdings.tradesSql()))
    for (const row of rows) holdings.toLegs(row);
  for (const { netBySession } of holdings.all) netBySession.sort(([a], [b]) => (a < b ? -1 : 1));
  return holdings.all;
}

class Holdings {
  readonly all: HoldingRow[] = [];
  private readonly byAccount = new Map<number, Map<number, HoldingRow>>();
  private readonly dates = new EnumReader();
  private firstDate: string | null = '9999-12-31';

  /** `openSessions` has the date of the open session per instrument. */
  constructor(private readonly openSessions: ReadonlyMap<number, string>) {
    for (const date of openSessions.values())
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

  close([acctId, instrumentId, date, net, total, realised, extraDecimals]: RowTexts): void {
    const holding = this.find(parseNumber(acctId), parseNumber(instrumentId));
    const sessionDate = this.dates.read(date);
    // The row may be from before the holding had its present decimals.
    const finer = 10n ** BigInt(holding.position.extraDecimals - parseNumber(extraDecimals));
    holding.closes.push({
      sessionDate,
      profit: { total: parseWhole(total) * finer, realised: parseWhole(realised) * finer },
    });
    if (net !== '0') holding.netBySession.push([sessionDate, parseNumber(net)]);
  }

  /** Known only when all positions are loaded: trades before their earliest statement are not counted. */
  tradesSql(): string {
    const since =
      this.firstDate === null ? '' : `where session_date >= '${this.firstDate}' or settlement_style is not null`;
    return `select instrument_id, session_date, quantity, price, buy_acct_id, sell_acct_id from trades ${since} order by id`;
  }

  toLegs([instrument, date, contracts, at, buyer, seller]: RowTexts): void {
    const [instrumentId, quantity, price, sessionDate] = [
      parseNumber(instrument),
      parseNumber(contracts),
      parseNumber(at),
      this.dates.read(date),
    ];
    const [buy, sell] = [parseNumber(buyer), parseNumber(seller)];
    const isSettlement = buy === CLEARING || sell === CLEARING;
    if (buy !== CLEARING)
      this.count({ acctId: buy, instrumentId, isSettlement, trade: { sessionDate, quantity, price } });
    if (sell !== CLEARING)
      this.count({ acctId: sell, instrumentId, isSettlement, trade: { sessionDate, quantity: -quantity, price } });
  }

  private count({ acctId, instrumentId, isSettlement, trade }: TradeLeg): void {
    const { position, trades, netBySession, closes } = this.find(acctId, instrumentId);
    if (position.reference === null || trade.sessionDate > position.reference.asOf) trades.push(trade);
    // A settlement may have a date without a session. If its session has closed, the close includes it.
    const isCounted = isSettlement
      ? closes.some(({ sessionDate }) => sessionDate === trade.sessionDate)
      : trade.sessionDate !== this.openSessions.get(instrumentId);
    if (isCounted) return;
    const at = netBySession.findIndex(([sessionDate]) => sessionDate === trade.sessionDate);
    const net = (netBySession[at]?.[1] ?? 0) + trade.quantity;
    netBySession.splice(
      at < 0 ? netBySession.length : at,
      at < 0 ? 0 : 1,
      ...(net === 0 ? [] : [[trade.sessionDate, net] as [string, number]]),
    );
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

function toPosition([
  acctId,
  instrumentId,
  quantity,
  cost,
  realised,
  carriedTotal,
  carriedRealised,
  asOf,
  ...stated
]: RowTexts): PositionState {
  const [statedQuantity, statedPrice, statedDecimals, extraDecimals] = stated;
  return {
    acctId: parseNumber(acctId),
    instrumentId: parseNumber(instrumentId),
    quantity: parseNumber(quantity),
    cost: parseWhole(cost),
    realised: parseWhole(realised),
    carried: { total: parseWhole(carriedTotal), realised: parseWhole(carriedRealised) },
    reference:
      typeof asOf === 'string'
        ? {
            asOf,
            quantity: parseNumber(statedQuantity),
            price: parseNumber(statedPrice),
            extraDecimals: parseNumber(statedDecimals),
          }
        : null,
    extraDecimals: parseNumber(extraDecimals),
  };
}
