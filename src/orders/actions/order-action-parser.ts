import type {
  MassCancellationCommand,
  OrderAction,
  OrderCancellationCommand,
  OrderModificationCommand,
  OrderSubmissionCommand,
  TimeInForce,
} from '../../engine/command.js';
import type { Issue } from '../../errors/domain-error.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { type ActionRules, compileActionRules, FieldReader, type FieldRule, toWordRule } from './field-reader.js';
import {
  ACTION_TYPES,
  ACTIONS_MAX,
  MassCancellation,
  OrderCancellation,
  OrderModification,
} from './order-actions.dto.js';
import { LimitOrderSub, MarketOrderSub, StopLimitOrderSub, StopOrderSub } from './order-submissions.dto.js';
import type { TokenCounts } from '../../http/caller-rate-limit.guard.js';

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

/** The parsed body, and whether it was a list: then the response is a list. */
export type ParsedOrderActions = Readonly<{ actions: readonly OrderAction[]; isList: boolean }>;

/**
 * Converts a body to what the engine takes: all of it, or nothing and all faults. A malformed action is not stored. The
 * fields are those of order-actions.dto.ts and order-submissions.dto.ts, compiled once; a test compares the result with class-validator.
 */
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
      return parseSubmission(fields, 'LimitOrderSub', limitOrder);
    case 'OrderCancellation':
      return { type: 'OrderCancellation', ...parseAddress(fields, orderCancellation) };
    case 'OrderModification':
      return parseModification(fields);
    case 'MarketOrderSub':
      return parseSubmission(fields, 'MarketOrderSub', marketOrder);
    case 'StopOrderSub':
      return parseSubmission(fields, 'StopOrderSub', stopOrder);
    case 'StopLimitOrderSub':
      return parseSubmission(fields, 'StopLimitOrderSub', stopLimitOrder);
    case 'MassCancellation':
      return parseMassCancellation(fields);
    default:
      fields.read(actionType);
      return PLACEHOLDER_ACTION;
  }
}

const actionType: FieldRule<string> = {
  ...toWordRule(ACTION_TYPES),
  name: 'action_type',
  isRequired: true,
  hint: null,
  crossFields: [],
};

const limitOrder = compileActionRules(LimitOrderSub);
const marketOrder = compileActionRules(MarketOrderSub);
const stopOrder = compileActionRules(StopOrderSub);
const stopLimitOrder = compileActionRules(StopLimitOrderSub);
const orderModification = compileActionRules(OrderModification);
const orderCancellation = compileActionRules(OrderCancellation);
const massCancellation = compileActionRules(MassCancellation);

type CommonRules = Omit<ActionRules<MarketOrderSub>['fields'], 'action_type' | 'time_in_force'>;
type PriceRules = Pick<ActionRules<StopLimitOrderSub>['fields'], 'limit_price' | 'stop_price' | 'expire_date'>;
/** The fields of any submission; some types lack some of them. */
type SubmissionRules = Pick<ActionRules<object>, 'names' | 'title'> &
  Readonly<{
    fields: CommonRules &
      Partial<PriceRules & Pick<ActionRules<LimitOrderSub>['fields'], 'post_only'>> &
      Readonly<Record<'time_in_force', FieldRule<TimeInForce> | FieldRule<'IOC' | 'FOK' | null>>>;
  }>;

function parseSubmission(
  fields: FieldReader,
  type: OrderSubmissionCommand['type'],
  submission: SubmissionRules,
): OrderSubmissionCommand {
  const { fields: rules } = submission;
  fields.rejectUnknown(submission);
  const timeInForce = fields.read<TimeInForce | null>(rules.time_in_force) ?? 'IOC';
  const postOnly = rules.post_only !== undefined && (fields.read(rules.post_only) ?? false);
  return {
    type,
    acctId: fields.read(rules.acct_id),
    instrumentId: fields.read(rules.instrument_id) ?? 0,
    ...parseSymbol(fields, rules),
    side: fields.read(rules.side),
    quantity: fields.read(rules.quantity),
    timeInForce,
    limitPrice: rules.limit_price === undefined ? null : fields.read(rules.limit_price),
    stopPrice: rules.stop_price === undefined ? null : fields.read(rules.stop_price),
    postOnly,
    expireDate: rules.expire_date === undefined ? null : fields.read(rules.expire_date),
    clientOrderId: fields.read(rules.client_order_id),
    tag: fields.read(rules.tag),
  };
}

/** Instead of the instrument's id; the exchange resolves it. */
function parseSymbol(
  fields: FieldReader,
  { symbol: rule }: Pick<CommonRules, 'symbol'>,
): Readonly<{ symbol?: string }> {
  const symbol = fields.read(rule);
  return symbol === null ? NO_SYMBOL : { symbol: symbol.toUpperCase() };
}

const NO_SYMBOL = {};

function parseAddress(
  fields: FieldReader,
  rules: ActionRules<OrderCancellation> | ActionRules<OrderModification>,
): Omit<OrderCancellationCommand, 'type'> {
  fields.rejectUnknown(rules);
  fields.read<string>(rules.fields.action_type);
  return {
    orderId: fields.read(rules.fields.order_id),
    acctId: fields.read(rules.fields.acct_id),
    clientOrderId: fields.read(rules.fields.client_order_id),
  };
}

function parseModification(fields: FieldReader): OrderModificationCommand {
  const { fields: rules } = orderModification;
  const address = parseAddress(fields, orderModification);
  return {
    type: 'OrderModification',
    ...address,
    quantity: fields.read(rules.quantity),
    limitPrice: fields.read(rules.limit_price),
    stopPrice: fields.read(rules.stop_price),
    timeInForce: fields.read(rules.time_in_force),
    expireDate: fields.read(rules.expire_date),
    expectedVersion: fields.read(rules.expected_version),
  };
}

function parseMassCancellation(fields: FieldReader): MassCancellationCommand {
  const { fields: rules } = massCancellation;
  fields.rejectUnknown(massCancellation);
  fields.read<string>(rules.action_type);
  return {
    type: 'MassCancellation',
    acctId: fields.read(rules.acct_id),
    instrumentId: fields.read(rules.instrument_id),
    ...parseSymbol(fields, rules),
    productGroupId: fields.read(rules.product_group_id),
    side: fields.read(rules.side),
  };
}
