import type { EngineAccount } from '../../engine/account.js';
import type { Instrument } from '../../engine/instrument.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import type { State } from '../../engine/state.js';
import { findComparedInstruments, isAcceptedComparison, toBookQuantities } from '../../engine/reconciliation.js';
import { toReferencePrice } from '../../engine/statements.js';
import { previewStatements } from '../../exchange/preview.js';
import type { Decimal } from '../../money/decimal.js';
import { countBreakChangesByList } from './break-changes.js';
import { listRowFaults } from '../positions/counted-rows.js';
import {
  type CellFault,
  findAccount,
  hashBasis,
  type PlanContext,
  compareByAccountAndDate,
  compareLines,
  listLines,
  describeUnknownInstrument,
  type StatementPlan,
  type PlannedList,
  type PlannedPosition,
} from './statement-plan.js';
import type { BrokenLine, PositionLine, StatementLines } from './statement-table.js';

type ResolvedPositionLine = PositionLine & Readonly<{ instrumentId: number }>;
/** The rows of one list, with the first line of the list in the table. */
type PlanDraft = Readonly<{
  account: EngineAccount;
  asOf: string;
  line: number;
  rows: Map<number, ResolvedPositionLine>;
}>;

/** The part of the market's price from which on a price of a list is far off, and probably a typing error. */
const FAR = 0.1;

/** Plans the changes by the lists of a table. */
export function planPositions(table: StatementLines<PositionLine>, circumstances: PlanContext): StatementPlan {
  const faults = [...table.faults];
  const drafts = new Map<string, PlanDraft>();
  const firstLine = new Map<string, number>();
  for (const { checked, planned } of listLines(table)) {
    const { account, instrumentId, faults: found } = check(checked, firstLine, circumstances);
    faults.push(...found.map((fault) => ({ line: checked.line, ...fault })));
    if (planned !== null && account !== null) add(planned, { account, instrumentId }, drafts);
  }
  const sorted = [...drafts.values()]
    .map((draft) => ({ draft, acctId: draft.account.id, asOf: draft.asOf }))
    .sort(compareByAccountAndDate)
    .map(({ draft }) => draft);
  const { state, now } = circumstances;
  const commands = sorted.map(({ account, asOf, rows }) => {
    return {
      type: 'StatePositions' as const,
      acctId: account.id,
      asOf,
      positions: [...rows.values()].map(({ instrumentId, quantity, price }) => ({ instrumentId, quantity, price })),
      revision: 2 as const,
    };
  });
  return {
    faults: faults.sort(compareLines),
    commands: faults.length === 0 ? commands : [],
    basis: hashBasis(sorted.map(findEarlierStatement)),
    preview: () => {
      const effects = previewStatements(state, commands, now);
      const lists = sorted.flatMap((draft, at) => {
        const worth = effects[at];
        if (worth === undefined) return [];
        return [{ ...toPlannedList(draft, state), worth, breaks: countBreakChangesByList(draft.asOf, worth.events) }];
      });
      return { money: [], lists };
    },
  };
}

type CheckedLine = Readonly<{ account: EngineAccount | null; instrumentId: number | null }>;

/** The account and instrument of a line and all of its errors, whether or not its cells could be read. */
function check(
  one: BrokenLine,
  firstLine: Map<string, number>,
  circumstances: PlanContext,
): CheckedLine & Readonly<{ faults: readonly CellFault[] }> {
  const { acctId, asOf, instrument, price, line } = one;
  const { account, faults } = findAccount(one, circumstances);
  if (instrument === null) return { account, instrumentId: null, faults };
  const column = 'instrument';
  const instrumentId = circumstances.instrumentOf(instrument);
  if (instrumentId === null) {
    const message = describeUnknownInstrument(instrument, circumstances);
    return { account, instrumentId, faults: [...faults, { column, message }] };
  }
  const product = circumstances.state.instruments.get(instrumentId)?.product;
  const rowFaults = account === null ? [] : listRowFaults(product, price, account.currency);
  const all = [
    ...faults,
    ...rowFaults.map(({ field, message }): CellFault => {
      return { column: field === 'price' ? field : column, message: `${instrument}: ${message}` };
    }),
  ];
  const key = `${acctId} ${asOf} ${instrumentId}`;
  const before = firstLine.get(key);
  if (before !== undefined) all.push({ column, message: `line ${before} already has ${instrument} in this list` });
  else if (acctId !== null && asOf !== null) firstLine.set(key, line);
  return { account, instrumentId, faults: all };
}

/** Adds a line to its list. */
function add(
  one: PositionLine,
  { account, instrumentId }: Readonly<{ account: EngineAccount; instrumentId: number | null }>,
  drafts: Map<string, PlanDraft>,
): void {
  const key = `${one.acctId} ${one.asOf}`;
  const draft: PlanDraft = drafts.get(key) ?? { account, asOf: one.asOf, line: one.line, rows: new Map() };
  drafts.set(key, draft);
  if (instrumentId !== null) draft.rows.set(instrumentId, { ...one, instrumentId });
}

function toPlannedList(
  { account, asOf, line, rows: stated }: PlanDraft,
  state: State,
): Omit<PlannedList, 'worth' | 'breaks'> {
  const before = account.references.get(asOf);
  const isLive = asOf >= (account.referenceDate ?? '');
  const books = toBookQuantities(account, asOf);
  const positions = findComparedInstruments(account, asOf, stated).map((instrumentId): PlannedPosition => {
    const row = stated.get(instrumentId);
    const internal = books(instrumentId);
    const [quantity, heldNow] = [row?.quantity ?? 0, account.holdings.get(instrumentId)?.quantity ?? 0];
    const heldThen = isLive ? quantity + sumTradesAfter(account, instrumentId, asOf) : heldNow;
    return {
      instrumentId,
      line: row?.line ?? null,
      before: findEarlierQuantity(before, instrumentId),
      quantity,
      books: internal,
      isAccepted: isAcceptedComparison(account, { asOf, instrumentId, internal, reference: quantity }),
      heldNow,
      heldThen,
      ...findPrice(state, instrumentId, row),
      farFrom: row === undefined ? null : findFarMarketPrice(state.instruments.get(instrumentId), row.price, asOf),
      isUnpriced: isUnpriced(state.instruments.get(instrumentId), asOf),
    };
  });
  return {
    acctId: account.id,
    name: account.name,
    currency: account.currency,
    asOf,
    line,
    isCorrection: before !== undefined,
    isLive,
    touchesBreaks: touchesBreaks(account, asOf),
    positions: positions.filter(hasEffect),
  };
}

/** Whether the sessions up to a date are over and left no closing price: a list of that date is then counted from its own (decision 115). */
const isUnpriced = (instrument: Instrument | undefined, asOf: string): boolean =>
  instrument !== undefined && instrument.product.hasClosed(asOf) && instrument.findClosingMark(asOf) === null;

/** Whether breaks are open of this date, or of the next list, which is compared with this one from then on. */
function touchesBreaks({ references, openBreaks }: EngineAccount, asOf: string): boolean {
  const next = [...references.keys()].filter((date) => date > asOf).sort()[0];
  return [...openBreaks.values()].some((row) => row.asOf === asOf || row.asOf === next);
}

/** An omitted instrument that was flat before is not listed. */
const hasEffect = ({ line, books, heldNow, before }: PlannedPosition): boolean =>
  line !== null || books !== 0 || heldNow !== 0 || (before ?? 0) !== 0;

/** The earlier statement of that date. Trades are not part of it, so that trading in the meantime does not outdate the plan. */
const findEarlierStatement = ({ account, asOf }: PlanDraft): unknown => [
  account.id,
  asOf,
  [...(account.references.get(asOf) ?? [])].map(([instrumentId, { quantity, price, extraDecimals }]) => [
    instrumentId,
    quantity,
    price,
    extraDecimals,
  ]),
  account.references.has(asOf),
];

/** Null without an earlier statement of that date. */
const findEarlierQuantity = (
  before: ReadonlyMap<number, ReferenceHolding> | undefined,
  instrumentId: number,
): number | null => (before === undefined ? null : (before.get(instrumentId)?.quantity ?? 0));

function findPrice(
  state: State,
  instrumentId: number,
  row: ResolvedPositionLine | undefined,
): Readonly<{ scale: number; price: number | null }> {
  const product = state.instruments.get(instrumentId)?.product;
  const held = row === undefined || product === undefined ? null : toReferencePrice(product, row.price);
  return { scale: (product?.terms.scale ?? 0) + (held?.extraDecimals ?? 0), price: held?.price ?? null };
}

function sumTradesAfter({ holdings }: EngineAccount, instrumentId: number, asOf: string): number {
  let net = 0;
  for (const [date, quantity] of holdings.get(instrumentId)?.netBySession ?? []) if (date > asOf) net += quantity;
  return net;
}

/** The price of the market, if this price of a list is far from it; null if it is near, or there is no market price. */
function findFarMarketPrice(
  instrument: Instrument | undefined,
  listed: Decimal,
  asOf: string,
): Readonly<{ price: number; scale: number }> | null {
  const market = instrument === undefined ? null : findMarketPrice(instrument, asOf);
  if (instrument === undefined || market === null) return null;
  const exact = toReferencePrice(instrument.product, listed);
  if (exact === null) return null;
  const difference = Math.abs(exact.price / 10 ** exact.extraDecimals - market);
  return difference > FAR * Math.abs(market) ? { price: market, scale: instrument.product.terms.scale } : null;
}

/** The closing price of that date; while there is none, the price of now. */
const findMarketPrice = (
  { closingMarks, lastPriceOfSession, board, settlementPrice }: Instrument,
  asOf: string,
): number | null => closingMarks.get(asOf) ?? lastPriceOfSession ?? board.findMidPrice() ?? settlementPrice;
