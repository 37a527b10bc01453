import type {
  MassCancellationCommand,
  OrderAction,
  OrderAddress,
  OrderCancellationCommand,
  OrderModificationCommand,
  OrderSubmissionCommand,
  TimeInForce,
} from '../../engine/command.js';
import type { Side } from '../../engine/side.js';
import type { Issue } from '../../errors/domain-error.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { FieldReader } from './field-reader.js';
import type { TokenCounts } from '../../http/caller-rate-limit.js';

const ONE_REQUEST: TokenCounts = { requests: 1, cancels: 0 };
const ONE_CANCEL: TokenCounts = { requests: 0, cancels: 1 };

/**
 * Counts each action of a body: cancellations separately, so that a caller who submitted too much can still get out.
 */
export function countActionTokens(body: unknown): TokenCounts {
  const { actions } = (body ?? {}) as Readonly<{ actions?: unknown }>;
  if (!Array.isArray(actions) || actions.length === 0) return isCancel(body) ? ONE_CANCEL : ONE_REQUEST;
  const cancels = actions.slice(0, ACTIONS_MAX).filter(isCancel).length;
  return { requests: Math.min(actions.length, ACTIONS_MAX) - cancels, cancels };
}

function isCancel(action: unknown): boolean {
  const { action_type: type } = (action ?? {}) as Readonly<Record<'action_type', unknown>>;
  return type === 'OrderCancellation' || type === 'MassCancellation';
}

/**
 * Order actions as the wire has them, made into what the engine takes: the whole body, or nothing and everything that is wrong with
 * it. What is refused here was no order action at all; nobody keeps it. order-actions.dto.ts describes the same for readers, and a
 * test holds the two against each other.
 */
export const ACTIONS_MAX = 100;

/** The parsed body, and whether it was a list: then the response is a list. */
export type ParsedOrderActions = Readonly<{ actions: readonly OrderAction[]; isList: boolean }>;

export function parseOrderActions(body: unknown): ParsedOrderActions {
  const { actions, isList, issues } = parseOrderActionsWithIssues(body);
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return { actions, isList };
}

/** The same with all faults: faulty values are replaced by placeholders, and nothing is executed. */
export function parseOrderActionsWithIssues(
  body: unknown,
): ParsedOrderActions & Readonly<{ issues: readonly Issue[] }> {
  if (!isObject(body))
    throw new InvalidRequestError([
      { pointer: '', message: 'The body must be an order action, or an object with a list of them in `actions`' },
    ]);
  const issues: Issue[] = [];
  const isList = body['actions'] !== undefined;
  const actions = isList ? parseList(body, issues) : [parseAction(body, issues, null)];
  return { actions, isList, issues };
}

function parseList(body: JsonObject, issues: Issue[]): OrderAction[] {
  const { actions, ...others } = body;
  for (const name of Object.keys(others))
    issues.push({ pointer: `/${name}`, message: `${name} is not known beside actions` });
  if (!Array.isArray(actions) || actions.length < 1 || actions.length > ACTIONS_MAX) {
    issues.push({ pointer: '/actions', message: `actions must be a list of 1 to ${ACTIONS_MAX} order actions` });
    return [];
  }
  return actions.map((action: unknown, index) => {
    if (isObject(action)) return parseAction(action, issues, index);
    issues.push({ pointer: `/actions/${index}`, message: 'An order action is an object' });
    return PLACEHOLDER_ACTION;
  });
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A placeholder for an unreadable action; never executed. */
const PLACEHOLDER_ACTION: OrderAction = { type: 'OrderCancellation', orderId: null, acctId: null, clientOrderId: null };

function parseAction(raw: JsonObject, issues: Issue[], index: number | null): OrderAction {
  const fields = new FieldReader(raw, issues, index);
  switch (raw['action_type']) {
    case 'LimitOrderSub':
      return parseLimitOrder(fields);
    case 'OrderCancellation':
      return parseCancellation(fields);
    case 'OrderModification':
      return parseModification(fields);
    case 'MarketOrderSub':
      return parseMarketOrder(fields);
    case 'StopOrderSub':
      return parseStopOrder(fields);
    case 'StopLimitOrderSub':
      return parseStopLimitOrder(fields);
    case 'MassCancellation':
      return parseMassCancellation(fields);
    default:
      fields.readOneOf('action_type', ACTION_TYPES);
      return PLACEHOLDER_ACTION;
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
export const MARKET_TIMES_IN_FORCE = ['IOC', 'FOK'] as const;
export const STOP_TIMES_IN_FORCE = ['Day', 'GTC', 'GTD'] as const;

const submissionFields = [
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
const limitFields = new Set([...submissionFields, 'limit_price', 'post_only', 'expire_date']);
const marketFields = new Set(submissionFields);
const stopFields = new Set([...submissionFields, 'stop_price', 'expire_date']);
const stopLimitFields = new Set([...submissionFields, 'stop_price', 'limit_price', 'expire_date']);
const addressFields = ['action_type', 'order_id', 'acct_id', 'client_order_id'];
const cancellationFields = new Set(addressFields);
const modificationFields = new Set([
  ...addressFields,
  'quantity',
  'limit_price',
  'stop_price',
  'time_in_force',
  'expire_date',
  'expected_version',
]);
const massCancellationFields = new Set([
  'action_type',
  'acct_id',
  'instrument_id',
  'symbol',
  'product_group_id',
  'side',
]);

function parseLimitOrder(fields: FieldReader): OrderSubmissionCommand {
  fields.rejectUnknown(limitFields, 'a LimitOrderSub');
  const timeInForce = fields.readOneOf('time_in_force', TIMES_IN_FORCE);
  const postOnly = fields.readOptionalBoolean('post_only');
  if (postOnly && (timeInForce === 'IOC' || timeInForce === 'FOK'))
    fields.addIssue('post_only', `post_only waits in the book, and ${timeInForce} never does`);
  return {
    type: 'LimitOrderSub',
    acctId: fields.readId('acct_id'),
    ...parseInstrument(fields),
    side: fields.readOneOf('side', SIDES),
    quantity: fields.readInteger('quantity'),
    timeInForce,
    limitPrice: fields.readPrice('limit_price'),
    stopPrice: null,
    postOnly,
    expireDate: parseExpireDate(fields, timeInForce),
    clientOrderId: fields.readOptionalLabel('client_order_id'),
    tag: fields.readOptionalLabel('tag'),
  };
}

function parseMarketOrder(fields: FieldReader): OrderSubmissionCommand {
  fields.rejectUnknown(marketFields, 'a MarketOrderSub');
  return {
    type: 'MarketOrderSub',
    acctId: fields.readId('acct_id'),
    ...parseInstrument(fields),
    side: fields.readOneOf('side', SIDES),
    quantity: fields.readInteger('quantity'),
    timeInForce: fields.readOptionalOneOf('time_in_force', MARKET_TIMES_IN_FORCE) ?? 'IOC',
    limitPrice: null,
    stopPrice: null,
    postOnly: false,
    expireDate: null,
    clientOrderId: fields.readOptionalLabel('client_order_id'),
    tag: fields.readOptionalLabel('tag'),
  };
}

function parseStopOrder(fields: FieldReader): OrderSubmissionCommand {
  fields.rejectUnknown(stopFields, 'a StopOrderSub');
  return parseStop(fields, 'StopOrderSub');
}

function parseStopLimitOrder(fields: FieldReader): OrderSubmissionCommand {
  fields.rejectUnknown(stopLimitFields, 'a StopLimitOrderSub');
  return parseStop(fields, 'StopLimitOrderSub');
}

function parseStop(fields: FieldReader, type: 'StopOrderSub' | 'StopLimitOrderSub'): OrderSubmissionCommand {
  const timeInForce = fields.readOneOf('time_in_force', STOP_TIMES_IN_FORCE);
  return {
    type,
    acctId: fields.readId('acct_id'),
    ...parseInstrument(fields),
    side: fields.readOneOf('side', SIDES),
    quantity: fields.readInteger('quantity'),
    timeInForce,
    limitPrice: type === 'StopLimitOrderSub' ? fields.readPrice('limit_price') : null,
    stopPrice: fields.readPrice('stop_price'),
    postOnly: false,
    expireDate: parseExpireDate(fields, timeInForce),
    clientOrderId: fields.readOptionalLabel('client_order_id'),
    tag: fields.readOptionalLabel('tag'),
  };
}

/** By id or symbol; the exchange resolves symbols. */
function parseInstrument(fields: FieldReader): Pick<OrderSubmissionCommand, 'instrumentId' | 'symbol'> {
  if (!fields.has('instrument_id') && !fields.has('symbol'))
    fields.addIssue('instrument_id', 'instrument_id is missing; or else give the symbol of the instrument');
  return { instrumentId: fields.readOptionalId('instrument_id') ?? 0, ...parseSymbol(fields) };
}

function parseSymbol(fields: FieldReader): Readonly<{ symbol?: string }> {
  const symbol = fields.readOptionalLabel('symbol');
  return symbol === null ? {} : { symbol: symbol.toUpperCase() };
}

function parseExpireDate(fields: FieldReader, timeInForce: TimeInForce): string | null {
  if (timeInForce === 'GTD') return fields.readDate('expire_date');
  fields.rejectPresent('expire_date', 'expire_date belongs to time_in_force GTD');
  return null;
}

function parseCancellation(fields: FieldReader): OrderCancellationCommand {
  fields.rejectUnknown(cancellationFields, 'an OrderCancellation');
  return { type: 'OrderCancellation', ...parseOrderAddress(fields) };
}

function parseModification(fields: FieldReader): OrderModificationCommand {
  fields.rejectUnknown(modificationFields, 'an OrderModification');
  if (!modifiableFields.some((name) => fields.has(name)))
    fields.addIssue('', `One of ${modifiableFields.join(', ')} must be given: what the order is to become`);
  const timeInForce = fields.readOptionalOneOf('time_in_force', TIMES_IN_FORCE);
  return {
    type: 'OrderModification',
    ...parseOrderAddress(fields),
    quantity: fields.readOptionalInteger('quantity'),
    limitPrice: fields.readOptionalPrice('limit_price'),
    stopPrice: fields.readOptionalPrice('stop_price'),
    timeInForce,
    expireDate: timeInForce === null ? fields.readOptionalDate('expire_date') : parseExpireDate(fields, timeInForce),
    expectedVersion: fields.readOptionalInteger('expected_version'),
  };
}

const modifiableFields = ['quantity', 'limit_price', 'stop_price', 'time_in_force', 'expire_date'] as const;

/** By order id, or by account and client order id; both together could contradict each other. */
function parseOrderAddress(fields: FieldReader): OrderAddress {
  const address = {
    orderId: fields.readOptionalId('order_id'),
    acctId: fields.readOptionalId('acct_id'),
    clientOrderId: fields.readOptionalLabel('client_order_id'),
  };
  const hasOrderId = address.orderId !== null;
  const hasClientOrderId = address.acctId !== null && address.clientOrderId !== null;
  const hasPartialName = address.acctId !== null || address.clientOrderId !== null;
  if (hasOrderId ? hasPartialName : !hasClientOrderId)
    fields.addIssue('', 'An order is named by order_id alone, or by acct_id and client_order_id together');
  return address;
}

function parseMassCancellation(fields: FieldReader): MassCancellationCommand {
  fields.rejectUnknown(massCancellationFields, 'a MassCancellation');
  if (!massCancellationFilters.some((name) => fields.has(name)))
    fields.addIssue('', `One of ${massCancellationFilters.join(', ')} must be given: which orders are meant`);
  return {
    type: 'MassCancellation',
    acctId: fields.readOptionalId('acct_id'),
    instrumentId: fields.readOptionalId('instrument_id'),
    ...parseSymbol(fields),
    productGroupId: fields.readOptionalId('product_group_id'),
    side: fields.readOptionalOneOf('side', SIDES),
  };
}

const massCancellationFilters = ['acct_id', 'instrument_id', 'symbol', 'product_group_id', 'side'] as const;
