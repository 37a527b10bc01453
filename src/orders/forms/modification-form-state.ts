import { isId } from '../../http/wire-values.js';
import type { ModificationFormView } from './modification-form.view.js';

/**
 * As in order-ticket-state.ts: the form carries the values it was shown with, so that it can be shown again when it is
 * rejected.
 */
export const serializeModifiedOrder = ({ order }: ModificationFormView): string => JSON.stringify(order);

export function parseModifiedOrder(text = ''): ModificationFormView['order'] | null {
  try {
    const order = JSON.parse(text) as unknown;
    return isOrder(order) ? order : null;
  } catch {
    return null;
  }
}

const fieldPatterns = {
  symbol: /^.{1,32}$/,
  side: /^(Buy|Sell)$/,
  order_type: /^(Limit|Market|Stop|StopLimit)$/,
  is_open: /^(true|false)$/,
  is_waiting: /^(true|false)$/,
  filled_quantity: /^\d{1,10}$/,
  tick_size: /^\d{1,15}(\.\d{1,9})?$/,
} as const;

function isOrder(value: unknown): value is ModificationFormView['order'] {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  if (!isId(fields['id']) || !isId(fields['version'])) return false;
  return Object.entries(fieldPatterns).every(
    ([name, pattern]) =>
      ['string', 'number', 'boolean'].includes(typeof fields[name]) && pattern.test(String(fields[name])),
  );
}
