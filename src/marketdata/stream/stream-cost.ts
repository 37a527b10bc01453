import type { StreamMessage } from './stream-message.js';
import { ITEMS_AT_ONCE } from './stream-limits.js';

type Subscribe = Extract<StreamMessage, { type: 'subscribe' }>;

/** Receiving a message costs as much as sending some items, and a long one more. */
const MESSAGE_BASE_COST = 5;
const BYTES_PER_ITEM = 256;
const PRICES_PER_ITEM = 10;
/** A change of subscription moves the subscriber to another profile, which visits all subscribed instruments. */
const SUBSCRIPTIONS_PER_ITEM = 10;

export const getMessageCost = (bytes: number): number => MESSAGE_BASE_COST + Math.ceil(bytes / BYTES_PER_ITEM);

/** The cost of a message beyond its receipt, for a subscriber with this many instruments. */
export function getRequestCost(message: StreamMessage, instruments: number): number {
  const sorting = Math.ceil(instruments / SUBSCRIPTIONS_PER_ITEM);
  if (message.type !== 'subscribe') return sorting;
  return message.instrumentIds.length * getInstrumentCost(message) + splitIntoPortions(message).length * sorting;
}

/** The same subscription in portions, each sent at once, in the order of the request. */
export function splitIntoPortions(message: Subscribe): Subscribe[] {
  const { instrumentIds } = message;
  const size = Math.max(1, Math.floor(ITEMS_AT_ONCE / getInstrumentCost(message)));
  return Array.from({ length: Math.ceil(instrumentIds.length / size) }, (_, n) => ({
    ...message,
    instrumentIds: instrumentIds.slice(n * size, (n + 1) * size),
  }));
}

function getInstrumentCost({ sides, levels, withStatus }: Subscribe): number {
  const depths = sides.filter((side) => side.endsWith('Depth')).length;
  return sides.length + Number(withStatus) + depths * Math.ceil(levels / PRICES_PER_ITEM);
}
