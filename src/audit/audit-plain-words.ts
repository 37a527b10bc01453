import { type FieldChange, formatFieldChange } from './audit-detail.js';

/** What order actions are called on pages, one and several. */
const actionNames: Readonly<Record<string, readonly [one: string, several: string]>> = {
  LimitOrderSub: ['limit order', 'limit orders'],
  MarketOrderSub: ['market order', 'market orders'],
  StopOrderSub: ['stop order', 'stop orders'],
  StopLimitOrderSub: ['stop limit order', 'stop limit orders'],
  OrderModification: ['modification', 'modifications'],
  OrderCancellation: ['cancellation', 'cancellations'],
  MassCancellation: ['mass cancellation', 'mass cancellations'],
};

/** Codes and field names are words already, with underscores between them. */
const toWords = (code: string): string => code.replaceAll('_', ' ');

/** `2 LimitOrderSub, 1 OrderCancellation` is `2 limit orders, 1 cancellation`. */
const describeActions = (types: string): string =>
  types.replace(/(?:(\d+) )?([A-Z]\w+)/g, (all: string, count: string | undefined, type: string) => {
    const names = actionNames[type];
    if (names === undefined) return all;
    return count === undefined ? names[0] : `${count} ${names[count === '1' ? 0 : 1]}`;
  });

/** A code, or a sentence, which stays as it is. */
const describeReason = (reason: string): string => (/^\w+$/.test(reason) ? toWords(reason) : reason);

const valueWords: Readonly<Record<string, (text: string) => string>> = {
  types: describeActions,
  reason: describeReason,
  refused: toWords,
  scope: (scope) => scope.split(' ').map(toWords).join(', '),
};

/** A value of an entry for people; its code is in the entry's details. */
export const describeValue = (name: string, text: string): string => valueWords[name]?.(text) ?? text;

const fieldValueWords: Readonly<Record<string, string>> = { null: 'none', true: 'yes', false: 'no' };

/** A changed field for people. */
export function describeFieldChange([field, ...values]: FieldChange): string {
  const [before = '', after = ''] = values.map((text) => fieldValueWords[text] ?? text);
  return formatFieldChange([field, before, after]).replace(field, toWords(field));
}
