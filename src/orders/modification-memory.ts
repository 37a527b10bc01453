import { isId } from '../http/wire-values.js';
import type { ModificationView } from './modification.view.js';

/** As ticket-memory.ts: what the form was shown with travels in it, so that it can be shown again when it is refused. */
export const orderText = ({ order }: ModificationView): string => JSON.stringify(order);

export function orderIn(text = ''): ModificationView['order'] | null {
  try {
    const order = JSON.parse(text) as unknown;
    return isOrder(order) ? order : null;
  } catch {
    return null;
  }
}

const kinds = {
  symbol: /^.{1,32}$/,
  side: /^(Buy|Sell)$/,
  order_type: /^(Limit|Market|Stop|StopLimit)$/,
  is_open: /^(true|false)$/,
  is_waiting: /^(true|false)$/,
  filled_quantity: /^\d{1,10}$/,
  tick_size: /^\d{1,15}(\.\d{1,9})?$/,
} as const;

function isOrder(value: unknown): value is ModificationView['order'] {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  if (!isId(fields['id']) || !isId(fields['version'])) return false;
  return Object.entries(kinds).every(
    ([name, kind]) => ['string', 'number', 'boolean'].includes(typeof fields[name]) && kind.test(String(fields[name])),
  );
}
