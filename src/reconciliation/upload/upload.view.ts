import { toAmount, toPrice, toValue } from '../../accounts/exchange-numbers.js';
import type {
  PlanPreview,
  StatementPlan,
  StatementTarget,
  PlannedList,
  PlannedMoney,
  PlannedPosition,
} from './statement-plan.js';
import { type LiveValues, VALUES_PER_MONEY } from '../../engine/valuation.js';
import type { StatementEffect } from '../../exchange/preview.js';
import type { UploadOutcome } from './statement-upload.entity.js';
import type { ShownUpload } from './statement-uploads.service.js';

/** The kind and the account of the upload form, and the break that it is for. */
export type UploadChoiceView = Readonly<{
  kind: 'money' | 'positions';
  acct_id: number | null;
  break_id: number | null;
}>;

/** The most lines that a preview shows. All lines are imported. */
const LINES_SHOWN = 200;

const toTarget = ({ acctId, currency, asOf }: StatementTarget) => ({ acct_id: acctId, currency, as_of: asOf });

/** Nothing is compared with zero. */
const isLargeChange = (before: bigint, after: bigint): boolean =>
  before !== 0n && 2n * abs(after - before) > abs(before);

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function toMoneyView(planned: PlannedMoney) {
  const { line, before, cashBalance, netLiq, isLive, now, hasMoney, afterwards } = planned;
  const [newNetLiq, newCash] = [netLiq * VALUES_PER_MONEY, cashBalance * VALUES_PER_MONEY];
  const current =
    before === null
      ? { netLiq: now.netLiq, cash: now.cashBalance }
      : { netLiq: before.netLiq * VALUES_PER_MONEY, cash: before.cashBalance * VALUES_PER_MONEY };
  return {
    ...toTarget(planned),
    line,
    before:
      before === null
        ? null
        : { version: before.version, cash_balance: toAmount(before.cashBalance), net_liq: toAmount(before.netLiq) },
    cash_balance: toAmount(cashBalance),
    net_liq: toAmount(netLiq),
    /** What the new values are compared with: those of that date or, while there are none, what the account is worth now. */
    current: { net_liq: toValue(current.netLiq), cash_balance: toValue(current.cash), is_now: before === null },
    net_liq_change: toValue(newNetLiq - current.netLiq),
    /** Whether a value changes by more than half. The first values of an account are compared with nothing. */
    is_large: hasMoney && (isLargeChange(current.netLiq, newNetLiq) || isLargeChange(current.cash, newCash)),
    /** What the account is worth after the import. Null if its values are counted from a later date. */
    afterwards: isLive ? { net_liq: toValue(afterwards.netLiq), cash_balance: toValue(afterwards.cashBalance) } : null,
    is_same: before !== null && before.cashBalance === cashBalance && before.netLiq === netLiq,
    is_live: isLive,
  };
}

function toPositionView(planned: PlannedPosition) {
  const { quantity, price, books, farFrom } = planned;
  return {
    line: planned.line,
    instrument_id: planned.instrumentId,
    before: planned.before,
    quantity,
    price: price === null ? null : toPrice(price, planned.scale),
    books,
    difference: quantity - books,
    /** Whether this difference was accepted: it opens no break. */
    is_accepted: planned.isAccepted,
    held_now: planned.heldNow,
    held_then: planned.heldThen,
    /** The price of the market, where that of the list is more than 10 % off it. */
    far_from: farFrom === null ? null : toPrice(farFrom.price, farFrom.scale),
  };
}

const toEffectView = ({ before, after }: StatementEffect, getValue: (values: LiveValues) => bigint) => ({
  before: toValue(getValue(before)),
  after: toValue(getValue(after)),
});

const listUnpriced = ({ positions }: PlannedList): number[] =>
  positions.filter(({ isUnpriced, quantity }) => isUnpriced && quantity !== 0).map((one) => one.instrumentId);

/** Rows with a change or a difference come first. */
function listView(planned: PlannedList, most: number) {
  const rows = planned.positions.map(toPositionView);
  const news = rows.filter(
    ({ before, quantity, difference, held_now: now, held_then: then, far_from: farFrom }) =>
      before !== quantity || difference !== 0 || now !== then || farFrom !== null,
  );
  return {
    ...toTarget(planned),
    line: planned.line,
    is_correction: planned.isCorrection,
    is_live: planned.isLive,
    touches_breaks: planned.touchesBreaks,
    net_liq: toEffectView(planned.worth, ({ netLiq }) => netLiq),
    cash_balance: toEffectView(planned.worth, ({ cashBalance }) => cashBalance),
    rows: planned.positions.filter(({ line }) => line !== null).length,
    far_prices: rows.filter(({ far_from: farFrom }) => farFrom !== null).length,
    breaks: rows.filter(({ difference, is_accepted: isAccepted }) => difference !== 0 && !isAccepted).length,
    /** Breaks that the import opens, changes and closes: of this list, and of later ones. */
    break_changes: planned.breaks,
    position: [...news, ...rows.filter((row) => !news.includes(row))].slice(0, most),
    left_out: Math.max(0, rows.length - most),
    /** The instruments that are counted from the price of the list, because no closing price is known. */
    unpriced: planned.isLive ? listUnpriced(planned) : [],
  };
}

const toOutcomeView = ({ acctId, asOf, seq, version, isRepeated, ...breaks }: UploadOutcome) => ({
  ...{ acct_id: acctId, as_of: asOf, id: seq, version, is_repeated: isRepeated },
  breaks,
});

const NO_PLAN = { faults: [], basis: null, money: [], lists: [] } as const;

function toPlanView({
  faults,
  basis,
  money,
  lists,
}: Pick<StatementPlan, 'faults'> & PlanPreview & Readonly<{ basis: string | null }>) {
  const most = Math.max(5, Math.floor(LINES_SHOWN / Math.max(1, lists.length)));
  return { faults, basis, money: money.map(toMoneyView), lists: lists.map((list) => listView(list, most)) };
}

/** An uploaded table with its planned changes or, after the import, its results. */
export type UploadView = ReturnType<typeof toUploadView>;

export function toUploadView({ upload, plan, faulty, sound }: ShownUpload, breakId: number | null) {
  const { id, kind, fileName, createdAt, appliedAt, outcomes } = upload;
  return {
    id,
    kind,
    file_name: fileName,
    sent_at: createdAt.toISOString(),
    applied_at: appliedAt === null ? null : appliedAt.toISOString(),
    ...toPlanView(plan ?? NO_PLAN),
    faulty,
    /** The lines without errors, beside those that have some. */
    sound: { titles: sound.titles, rows: sound.rows, left_out: sound.leftOut },
    /** The break that the reader came from. */
    break_id: breakId,
    outcomes: outcomes === null ? null : outcomes.map(toOutcomeView),
  };
}
