/**
 * The order actions that come by the thousand, as lists of their values: with the names of their fields they would be three times as
 * long. The place of a field in its list never changes; a new field goes to the end.
 */
import type { Decimal } from '../../money/decimal.js';
import type {
  CommandBody,
  OrderCancellationCommand,
  OrderModificationCommand,
  OrderSubmissionCommand,
} from '../../engine/command.js';

type Action = OrderSubmissionCommand | OrderModificationCommand | OrderCancellationCommand;

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

const layouts = (
  [
    ['LimitOrderSub', submission],
    ['MarketOrderSub', submission],
    ['StopOrderSub', submission],
    ['StopLimitOrderSub', submission],
    ['OrderModification', modification],
    ['OrderCancellation', cancellation],
  ] as const satisfies readonly (readonly [Action['type'], object])[]
).map(([type, fields]) => ({ type, fields: Object.entries(fields) }));

type Layout = (typeof layouts)[number];
type Values = Readonly<Record<string, unknown>>;

const numbers = new Map<CommandBody['type'], number>(layouts.map(({ type }, place) => [type, place + 1]));

/** The number of an action of this type, from 1 on; undefined for all other commands. */
export const findActionNumber = (type: CommandBody['type']): number | undefined => numbers.get(type);

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
