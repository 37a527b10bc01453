import type {
  MassCancellation,
  OrderAction,
  OrderAddress,
  OrderCancellation,
  OrderModification,
  OrderSubmission,
  TimeInForce,
} from '../engine/command.js';
import type { Side } from '../engine/side.js';
import type { Issue } from '../errors/domain-error.js';
import { InvalidRequest } from '../http/invalid-request.js';
import { WireFields } from './wire-fields.js';

/**
 * Order actions as the wire has them, made into what the engine takes: the whole body, or nothing and everything that is wrong with
 * it. What is refused here was no order action at all; nobody keeps it. order-actions.dto.ts describes the same for readers, and a
 * test holds the two against each other.
 */
export const ACTIONS_MAX = 100;

/** What a body asks for, and whether it was a list: then the answer is one, too. */
export type OrderActions = Readonly<{ actions: readonly OrderAction[]; isList: boolean }>;

export function orderActionsFromWire(body: unknown): OrderActions {
  const { actions, isList, issues } = readOrderActions(body);
  if (issues.length > 0) throw new InvalidRequest(issues);
  return { actions, isList };
}

/** The same with everything that is wrong: what was noted there has something else in its place, and is not carried out. */
export function readOrderActions(body: unknown): OrderActions & Readonly<{ issues: readonly Issue[] }> {
  if (!isObject(body))
    throw new InvalidRequest([
      { pointer: '', message: 'The body must be an order action, or an object with a list of them in `actions`' },
    ]);
  const issues: Issue[] = [];
  const isList = body['actions'] !== undefined;
  const actions = isList ? listed(body, issues) : [actionFrom(body, issues, null)];
  return { actions, isList, issues };
}

function listed(body: Body, issues: Issue[]): OrderAction[] {
  const { actions, ...others } = body;
  for (const name of Object.keys(others))
    issues.push({ pointer: `/${name}`, message: `${name} is not known beside actions` });
  if (!Array.isArray(actions) || actions.length < 1 || actions.length > ACTIONS_MAX) {
    issues.push({ pointer: '/actions', message: `actions must be a list of 1 to ${ACTIONS_MAX} order actions` });
    return [];
  }
  return actions.map((action: unknown, index) => {
    if (isObject(action)) return actionFrom(action, issues, index);
    issues.push({ pointer: `/actions/${index}`, message: 'An order action is an object' });
    return NOTHING;
  });
}

type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands where nothing could be read; it is never carried out. */
const NOTHING: OrderAction = { type: 'OrderCancellation', orderId: null, acctId: null, clientOrderId: null };

function actionFrom(raw: Body, issues: Issue[], index: number | null): OrderAction {
  const fields = new WireFields(raw, issues, index);
  switch (raw['action_type']) {
    case 'LimitOrderSub':
      return limitOrder(fields);
    case 'OrderCancellation':
      return cancellation(fields);
    case 'OrderModification':
      return modification(fields);
    case 'MarketOrderSub':
      return marketOrder(fields);
    case 'StopOrderSub':
      return stopOrder(fields);
    case 'StopLimitOrderSub':
      return stopLimitOrder(fields);
    case 'MassCancellation':
      return massCancellation(fields);
    default:
      fields.oneOf('action_type', ACTION_TYPES);
      return NOTHING;
  }
}

export const ACTION_TYPES = [
  'LimitOrderSub',
  'MarketOrderSub',
  'StopOrderSub',
  'StopLimitOrderSub',
  'OrderModification',
  'OrderCancellation',
  'MassCancellation',
] as const;
export const SIDES: readonly Side[] = ['Buy', 'Sell'];
export const TIMES_IN_FORCE: readonly TimeInForce[] = ['Day', 'GTC', 'GTD', 'IOC', 'FOK'];
export const MARKET_TIMES = ['IOC', 'FOK'] as const;
export const STOP_TIMES = ['Day', 'GTC', 'GTD'] as const;

const submission = [
  'action_type',
  'acct_id',
  'instrument_id',
  'symbol',
  'side',
  'quantity',
  'time_in_force',
  'client_order_id',
  'tag',
];
const limitFields = new Set([...submission, 'limit_price', 'post_only', 'expire_date']);
const marketFields = new Set(submission);
const stopFields = new Set([...submission, 'stop_price', 'expire_date']);
const stopLimitFields = new Set([...submission, 'stop_price', 'limit_price', 'expire_date']);
const address = ['action_type', 'order_id', 'acct_id', 'client_order_id'];
const cancellationFields = new Set(address);
const modificationFields = new Set([
  ...address,
  'quantity',
  'limit_price',
  'stop_price',
  'time_in_force',
  'expire_date',
  'expected_version',
]);
const massFields = new Set(['action_type', 'acct_id', 'instrument_id', 'symbol', 'product_group_id', 'side']);

function limitOrder(fields: WireFields): OrderSubmission {
  fields.onlyOf(limitFields, 'a LimitOrderSub');
  const timeInForce = fields.oneOf('time_in_force', TIMES_IN_FORCE);
  const postOnly = fields.optionalFlag('post_only');
  if (postOnly && (timeInForce === 'IOC' || timeInForce === 'FOK'))
    fields.wrong('post_only', `post_only waits in the book, and ${timeInForce} never does`);
  return {
    type: 'LimitOrderSub',
    acctId: fields.id('acct_id'),
    ...instrumentOf(fields),
    side: fields.oneOf('side', SIDES),
    quantity: fields.whole('quantity'),
    timeInForce,
    limitPrice: fields.price('limit_price'),
    stopPrice: null,
    postOnly,
    expireDate: expiryOf(fields, timeInForce),
    clientOrderId: fields.optionalLabel('client_order_id'),
    tag: fields.optionalLabel('tag'),
  };
}

function marketOrder(fields: WireFields): OrderSubmission {
  fields.onlyOf(marketFields, 'a MarketOrderSub');
  return {
    type: 'MarketOrderSub',
    acctId: fields.id('acct_id'),
    ...instrumentOf(fields),
    side: fields.oneOf('side', SIDES),
    quantity: fields.whole('quantity'),
    timeInForce: fields.optionalOneOf('time_in_force', MARKET_TIMES) ?? 'IOC',
    limitPrice: null,
    stopPrice: null,
    postOnly: false,
    expireDate: null,
    clientOrderId: fields.optionalLabel('client_order_id'),
    tag: fields.optionalLabel('tag'),
  };
}

function stopOrder(fields: WireFields): OrderSubmission {
  fields.onlyOf(stopFields, 'a StopOrderSub');
  return stop(fields, 'StopOrderSub');
}

function stopLimitOrder(fields: WireFields): OrderSubmission {
  fields.onlyOf(stopLimitFields, 'a StopLimitOrderSub');
  return stop(fields, 'StopLimitOrderSub');
}

function stop(fields: WireFields, type: 'StopOrderSub' | 'StopLimitOrderSub'): OrderSubmission {
  const timeInForce = fields.oneOf('time_in_force', STOP_TIMES);
  return {
    type,
    acctId: fields.id('acct_id'),
    ...instrumentOf(fields),
    side: fields.oneOf('side', SIDES),
    quantity: fields.whole('quantity'),
    timeInForce,
    limitPrice: type === 'StopLimitOrderSub' ? fields.price('limit_price') : null,
    stopPrice: fields.price('stop_price'),
    postOnly: false,
    expireDate: expiryOf(fields, timeInForce),
    clientOrderId: fields.optionalLabel('client_order_id'),
    tag: fields.optionalLabel('tag'),
  };
}

/** By its id or its symbol; which instrument a symbol means, the exchange knows. */
function instrumentOf(fields: WireFields): Pick<OrderSubmission, 'instrumentId' | 'symbol'> {
  if (!fields.has('instrument_id') && !fields.has('symbol'))
    fields.wrong('instrument_id', 'instrument_id is missing; or else give the symbol of the instrument');
  return { instrumentId: fields.optionalId('instrument_id') ?? 0, ...symbolOf(fields) };
}

function symbolOf(fields: WireFields): Readonly<{ symbol?: string }> {
  const symbol = fields.optionalLabel('symbol');
  return symbol === null ? {} : { symbol: symbol.toUpperCase() };
}

function expiryOf(fields: WireFields, timeInForce: TimeInForce): string | null {
  if (timeInForce === 'GTD') return fields.date('expire_date');
  fields.none('expire_date', 'expire_date belongs to time_in_force GTD');
  return null;
}

function cancellation(fields: WireFields): OrderCancellation {
  fields.onlyOf(cancellationFields, 'an OrderCancellation');
  return { type: 'OrderCancellation', ...addressOf(fields) };
}

function modification(fields: WireFields): OrderModification {
  fields.onlyOf(modificationFields, 'an OrderModification');
  if (!terms.some((name) => fields.has(name)))
    fields.wrong('', `One of ${terms.join(', ')} must be given: what the order is to become`);
  const timeInForce = fields.optionalOneOf('time_in_force', TIMES_IN_FORCE);
  return {
    type: 'OrderModification',
    ...addressOf(fields),
    quantity: fields.optionalWhole('quantity'),
    limitPrice: fields.optionalPrice('limit_price'),
    stopPrice: fields.optionalPrice('stop_price'),
    timeInForce,
    expireDate: timeInForce === null ? fields.optionalDate('expire_date') : expiryOf(fields, timeInForce),
    expectedVersion: fields.optionalWhole('expected_version'),
  };
}

const terms = ['quantity', 'limit_price', 'stop_price', 'time_in_force', 'expire_date'] as const;

/** By the order's own number, or by its account and what the client called it; both together could contradict each other. */
function addressOf(fields: WireFields): OrderAddress {
  const address = {
    orderId: fields.optionalId('order_id'),
    acctId: fields.optionalId('acct_id'),
    clientOrderId: fields.optionalLabel('client_order_id'),
  };
  const byNumber = address.orderId !== null;
  const byName = address.acctId !== null && address.clientOrderId !== null;
  const inPart = address.acctId !== null || address.clientOrderId !== null;
  if (byNumber ? inPart : !byName)
    fields.wrong('', 'An order is named by order_id alone, or by acct_id and client_order_id together');
  return address;
}

function massCancellation(fields: WireFields): MassCancellation {
  fields.onlyOf(massFields, 'a MassCancellation');
  if (!filters.some((name) => fields.has(name)))
    fields.wrong('', `One of ${filters.join(', ')} must be given: which orders are meant`);
  return {
    type: 'MassCancellation',
    acctId: fields.optionalId('acct_id'),
    instrumentId: fields.optionalId('instrument_id'),
    ...symbolOf(fields),
    productGroupId: fields.optionalId('product_group_id'),
    side: fields.optionalOneOf('side', SIDES),
  };
}

const filters = ['acct_id', 'instrument_id', 'symbol', 'product_group_id', 'side'] as const;
