/**
 * The fields of the order actions, which come by the thousand: the journal has lists of their values, because with the names of the
 * fields they would be three times as long. The place of a field in its list never changes; a new field goes to the end.
 */
import type { Decimal } from '../../money/decimal.js';
import type {
  CommandBody,
  MassCancellationCommand,
  OrderAction,
  OrderCancellationCommand,
  OrderModificationCommand,
  OrderSubmissionCommand,
} from '../../engine/command.js';

/** A field is a plain value, a price, or one that may be missing. */
type Kind = 'value' | 'price' | 'optional';
type FieldsOf<Command> = Readonly<Record<Exclude<keyof Command, 'type'>, Kind>>;

const submission: FieldsOf<OrderSubmissionCommand> = {
  acctId: 'value',
  instrumentId: 'value',
  side: 'value',
  quantity: 'value',
  timeInForce: 'value',
  postOnly: 'value',
  limitPrice: 'price',
  stopPrice: 'price',
  expireDate: 'value',
  clientOrderId: 'value',
  tag: 'value',
  symbol: 'optional',
  earlier: 'optional',
};
const cancellation: FieldsOf<OrderCancellationCommand> = {
  orderId: 'value',
  acctId: 'value',
  clientOrderId: 'value',
  earlier: 'optional',
  afterDisconnect: 'optional',
};
const modification: FieldsOf<OrderModificationCommand> = {
  orderId: 'value',
  quantity: 'value',
  limitPrice: 'price',
  stopPrice: 'price',
  timeInForce: 'value',
  expireDate: 'value',
  expectedVersion: 'value',
  acctId: 'value',
  clientOrderId: 'value',
  earlier: 'optional',
};
const massCancellation: FieldsOf<MassCancellationCommand> = {
  acctId: 'value',
  instrumentId: 'value',
  productGroupId: 'value',
  side: 'value',
  portion: 'optional',
  first: 'optional',
  symbol: 'optional',
};

const layouts = (
  [
    ['LimitOrderSub', submission],
    ['MarketOrderSub', submission],
    ['StopOrderSub', submission],
    ['StopLimitOrderSub', submission],
    ['OrderModification', modification],
    ['OrderCancellation', cancellation],
    ['MassCancellation', massCancellation],
  ] as const satisfies readonly (readonly [OrderAction['type'], object])[]
).map(([type, fields]) => ({ type, fields: Object.entries(fields) }));

type Layout = (typeof layouts)[number];
type Values = Readonly<Record<string, unknown>>;

const numbers = new Map<CommandBody['type'], number>(layouts.map(({ type }, place) => [type, place + 1]));

const nullFields = new Map<CommandBody['type'], Readonly<Record<string, null>>>(
  layouts.map(({ type, fields }) => [
    type,
    Object.fromEntries(fields.filter(([, kind]) => kind !== 'optional').map(([name]) => [name, null])),
  ]),
);

/** The number of an action of this type, from 1 on; undefined for all other commands. */
export const findActionNumber = (type: CommandBody['type']): number | undefined => numbers.get(type);

export const isOrderAction = (type: CommandBody['type']): boolean => numbers.has(type);

/** The fields that a command of this type always has, all null; null itself for another type than an order action. */
export function findNullFields(type: CommandBody['type']): Readonly<Record<string, null>> | null {
  return nullFields.get(type) ?? null;
}

/** As JSON; nulls at the end are left out. */
export function formatValues(number: number, action: CommandBody): string {
  const values = (layouts[number - 1] as Layout).fields.map(([name, kind]) => {
    const value = (action as Values)[name] ?? null;
    if (kind !== 'price' || value === null) return value;
    const { digits, decimals } = value as Decimal;
    return [digits, decimals];
  });
  let { length } = values;
  while (length > 0 && values[length - 1] === null) length--;
  values.length = length;
  return JSON.stringify(values);
}

/** Null for a number or a list that no action has. */
export function parseValues(number: number, text: string): CommandBody | null {
  const layout = layouts[number - 1];
  const values: unknown = JSON.parse(text);
  if (layout === undefined || !Array.isArray(values) || values.length > layout.fields.length) return null;
  const { type, fields } = layout;
  const action: Record<string, unknown> = { type };
  for (const [place, [name, kind]] of fields.entries()) {
    const value: unknown = values[place] ?? null;
    if (kind === 'price' && value !== null) {
      const [digits, decimals] = value as [number, number];
      action[name] = { digits, decimals };
    } else if (kind !== 'optional' || value !== null) action[name] = value;
  }
  return action as CommandBody;
}
