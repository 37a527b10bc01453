/** Previews order actions: the engine executes them on a copy of the state. */
import type { EngineAccount } from '../engine/account.js';
import type { CommandActor, CommandBody, MoneyStatementCommand, PositionStatementCommand } from '../engine/command.js';
import { Engine } from '../engine/engine.js';
import type { EngineEvent } from '../engine/event.js';
import type { Instrument } from '../engine/instrument.js';
import type { EngineOrder } from '../engine/order.js';
import { removeFigures } from '../engine/refusal.js';
import { computeRequiredMargin } from '../engine/order-limits.js';
import type { DraftOrder } from '../engine/risk.js';
import type { State } from '../engine/state.js';
import { StateCopy } from '../engine/state-copy.js';
import { computeBuyingPower, computeMarginUsed, computeLiveValues, type LiveValues } from '../engine/valuation.js';
import { toEngineActor, type CommandCaller, SYSTEM_CALLER } from './caller.js';
import { type CommandSource, toCommandBody } from './command-source.js';
import { Portions } from './portions.js';
import { requireRow } from '../engine/require-row.js';

/**
 * An account at one moment, with its position in the instrument of an action. Amounts are in 10^-4 of the currency; a
 * null buying power is no limit.
 */
type AccountStanding = Readonly<{
  marginUsed: bigint;
  buyingPower: bigint | null;
  quantity: number;
  worstCase: number;
}>;

/** `about` is null if the action names no account that the caller may trade. */
export type PreviewResult = Readonly<{ time: number; events: readonly EngineEvent[]; about: PreviewContext | null }>;

/** `required` is the margin that the action needs by itself; null if it needs none. */
type PreviewContext = Readonly<{
  acctId: number;
  currency: string;
  instrumentId: number | null;
  valuePerUnit: bigint;
  required: bigint | null;
  before: AccountStanding;
  after: AccountStanding;
}>;

type PreviewTarget = Readonly<{ account: EngineAccount; instrument: Instrument | null; required: bigint | null }>;

/**
 * Executes the commands in order at the venue's `time`, each after the ones before. Functions are called first, as for
 * real commands.
 */
export function preview(
  state: State,
  { caller, time, commands }: Readonly<{ caller: CommandCaller; time: number; commands: readonly CommandSource[] }>,
): readonly PreviewResult[] {
  const copy = new StateCopy(state);
  const engine = new Engine(copy);
  const portions = new Portions();
  const actor = toEngineActor(caller);
  const bodies = commands.map((one) => toCommandBody(one, copy));
  return bodies.map((body) => {
    const subject = findTarget(copy, body, actor);
    const before = subject && toStanding(subject);
    const limited = portions.limit(body);
    const events = engine.apply({ ...limited, seq: copy.counters.command + 1, time, actor });
    portions.count(limited, events);
    return {
      time,
      events: events.map((event) => hidePreviewedOrder(event, state)),
      about: subject && before && toContext(subject, before),
    };
  });
}

/** An order that only the preview has placed has no number: a conflict with it names none. */
function hidePreviewedOrder(event: EngineEvent, { counters }: State): EngineEvent {
  if (event.type !== 'ActionRefused') return event;
  const { refusal } = event;
  const isPreviewed =
    refusal.figures !== undefined && 'orderId' in refusal.figures && Number(refusal.figures.orderId) > counters.order;
  return isPreviewed ? { ...event, refusal: removeFigures(refusal) } : event;
}

function toContext(subject: PreviewTarget, before: AccountStanding): PreviewContext {
  const { account, instrument, required } = subject;
  const valuePerUnit = instrument?.product.terms.valuePerUnit ?? 0n;
  return {
    acctId: account.id,
    currency: account.currency,
    instrumentId: instrument?.id ?? null,
    valuePerUnit,
    required,
    before,
    after: toStanding(subject),
  };
}

function toStanding({ account, instrument }: PreviewTarget): AccountStanding {
  const holding = instrument && account.holdings.get(instrument.id);
  return {
    marginUsed: computeMarginUsed(account),
    buyingPower: computeBuyingPower(account),
    quantity: holding?.quantity ?? 0,
    worstCase: holding?.computeWorstCase() ?? 0,
  };
}

function findTarget(state: State, body: CommandBody, actor: CommandActor): PreviewTarget | null {
  const found = findSubmissionTarget(state, body) ?? findChangeTarget(state, body) ?? findNamedTarget(state, body);
  return found?.account.canBeTradedBy(actor) === true ? found : null;
}

function findSubmissionTarget({ accounts, instruments }: State, body: CommandBody): PreviewTarget | null {
  if (!('side' in body) || body.type === 'MassCancellation') return null;
  const account = accounts.get(body.acctId);
  const instrument = instruments.get(body.instrumentId);
  if (account === undefined) return null;
  if (instrument === undefined) return { account, instrument: null, required: null };
  return {
    account,
    instrument,
    required: calculateMargin({ account, instrument, side: body.side, quantity: body.quantity, filled: 0, working: 0 }),
  };
}

function findChangeTarget(state: State, body: CommandBody): PreviewTarget | null {
  if (body.type !== 'OrderModification' && body.type !== 'OrderCancellation') return null;
  const order = state.orders.peek(state.findOrderId(body) ?? 0);
  if (order === undefined) return null;
  const { account, instrument } = order;
  return {
    account,
    instrument,
    required:
      body.type === 'OrderModification' && body.quantity !== null ? calculateChangeMargin(order, body.quantity) : null,
  };
}

const calculateChangeMargin = (
  { account, instrument, origin, filledQuantity, leaves }: EngineOrder,
  quantity: number,
): bigint =>
  calculateMargin({ account, instrument, side: origin.side, quantity, filled: filledQuantity, working: leaves });

/** Zero for orders that reduce the worst case. */
function calculateMargin({
  quantity,
  ...order
}: Pick<DraftOrder, 'account' | 'instrument' | 'side' | 'filled' | 'working'> &
  Readonly<{ quantity: number }>): bigint {
  const terms = { quantity, limitPrice: null, stopPrice: null, timeInForce: 'GTC' as const, expireDate: null };
  const required = computeRequiredMargin({ ...order, terms, waits: false });
  return required > 0n ? required : 0n;
}

/** Many orders of at least one account. */
function findNamedTarget({ accounts, instruments }: State, body: CommandBody): PreviewTarget | null {
  if (body.type !== 'MassCancellation' || body.acctId === null) return null;
  const account = accounts.get(body.acctId);
  return account === undefined
    ? null
    : { account, instrument: instruments.get(body.instrumentId ?? 0) ?? null, required: null };
}

/* ---- * Previews statements: the engine takes them on a copy of the state. ---- */

/** What an account is worth before and after a statement, and what the statement does. */
export type StatementEffect = Readonly<{ before: LiveValues; after: LiveValues; events: readonly EngineEvent[] }>;

/** In order, each after the ones before. */
export function previewStatements(
  state: State,
  commands: readonly (MoneyStatementCommand | PositionStatementCommand)[],
  time: number,
): readonly StatementEffect[] {
  const copy = new StateCopy(state, true);
  const engine = new Engine(copy);
  return commands.map((command) => {
    const account = requireRow(copy.accounts, command.acctId);
    const before = computeLiveValues(account);
    const events = engine.apply({
      ...command,
      seq: copy.counters.command + 1,
      time,
      actor: toEngineActor(SYSTEM_CALLER),
    });
    return { before, after: computeLiveValues(account), events };
  });
}
