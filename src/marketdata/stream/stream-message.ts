import { formatSuggestion, formatUnknownName } from '../../errors/field-names.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { parseStrictJson } from '../../http/strict-json.js';
import { isId } from '../../http/wire-values.js';
import { BOARD_SIDES, INSTRUMENTS_MAX, isDepthSide, type MarketSide } from '../market-item.js';
import { ALL_SIDES } from './subscription.js';

export type SubscribeMessage = Extract<StreamMessage, { type: 'subscribe' }>;

/** Instruments per subscriber. Each costs a few hundred bytes per subscriber, and its values at every change. */
export const SUBSCRIPTIONS_MAX = 1_000;

/** Price levels per side; GET /marketdata returns deeper books. */
const STREAM_LEVELS_DEFAULT = 10;
const STREAM_LEVELS_MAX = 100;

/** Messages per second; the capacity is ten seconds' worth. A stream that sends more is closed. */
export const MESSAGES_PER_SECOND = 50;

/**
 * The budget in items: per stream, and over all streams of a user. A value is an item; the depth of a side costs one
 * more per ten prices, its cost of sending. A stream can receive its whole subscription at once, and again later.
 */
export const ITEMS_OF_STREAM = { capacity: 60_000, perSecond: 3_000 };
export const ITEMS_OF_USER = { capacity: 400_000, perSecond: 10_000 };

/** The portion of a snapshot that is sent before yielding: some milliseconds' worth. */
export const ITEMS_AT_ONCE = 300;

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
export function splitIntoPortions(message: SubscribeMessage): SubscribeMessage[] {
  const { instrumentIds } = message;
  const size = Math.max(1, Math.floor(ITEMS_AT_ONCE / getInstrumentCost(message)));
  return Array.from({ length: Math.ceil(instrumentIds.length / size) }, (_, n) => ({
    ...message,
    instrumentIds: instrumentIds.slice(n * size, (n + 1) * size),
  }));
}

function getInstrumentCost({ sides, levels, withStatus }: SubscribeMessage): number {
  const depths = sides.filter(isDepthSide).length;
  return sides.length + Number(withStatus) + depths * Math.ceil(levels / PRICES_PER_ITEM);
}

/** A client's message. An unsubscription without `sides` means all. */
export type StreamMessage =
  | Readonly<{
      type: 'subscribe';
      instrumentIds: readonly number[];
      sides: readonly MarketSide[];
      levels: number;
      withStatus: boolean;
    }>
  | Readonly<{ type: 'unsubscribe'; instrumentIds: readonly number[]; sides: readonly MarketSide[] }>
  | Readonly<{ type: 'unsubscribe_all' }>;

type RawMessage = Readonly<Record<string, unknown>>;

const knownFields: Readonly<Record<string, readonly string[]>> = {
  subscribe: ['type', 'instrument_ids', 'sides', 'depth', 'status'],
  unsubscribe: ['type', 'instrument_ids', 'sides'],
  unsubscribe_all: ['type'],
};

/** Throws a `StrictJsonError` for invalid JSON, and an `InvalidRequestError` for an invalid field. */
export function parseStreamMessage(text: string): StreamMessage {
  const fields = parseStrictJson(text);
  const { type } = fields;
  const names = typeof type === 'string' && Object.hasOwn(knownFields, type) ? knownFields[type] : undefined;
  if (!names)
    throw createInvalidRequest(
      '/type',
      `type must be one of ${Object.keys(knownFields).join(', ')}${formatSuggestion(type, Object.keys(knownFields))}`,
    );
  const unknownField = Object.keys(fields).find((name) => !names.includes(name));
  if (unknownField !== undefined)
    throw createInvalidRequest(`/${unknownField}`, formatUnknownName(unknownField, names));
  if (type === 'unsubscribe_all') return { type };
  const instrumentIds = parseInstrumentIds(fields);
  if (type === 'unsubscribe') return { type, instrumentIds, sides: parseSides(fields) ?? ALL_SIDES };
  const sides = parseSides(fields) ?? BOARD_SIDES;
  return {
    type: 'subscribe',
    instrumentIds,
    sides,
    levels: parseLevels(fields, sides),
    withStatus: parseStatus(fields),
  };
}

function parseInstrumentIds({ instrument_ids: ids }: RawMessage): readonly number[] {
  if (!Array.isArray(ids) || ids.length === 0)
    throw createInvalidRequest('/instrument_ids', 'instrument_ids must be a list of at least one instrument');
  if (ids.length > INSTRUMENTS_MAX)
    throw createInvalidRequest(
      '/instrument_ids',
      `instrument_ids must be ${INSTRUMENTS_MAX} instruments at most; send several messages`,
    );
  const at = ids.findIndex((id) => !isId(id));
  if (at >= 0) throw createInvalidRequest(`/instrument_ids/${at}`, 'must be the number of an instrument');
  return [...new Set(ids as number[])];
}

function parseSides({ sides }: RawMessage): readonly MarketSide[] | null {
  if (sides === undefined) return null;
  if (!Array.isArray(sides) || sides.length === 0)
    throw createInvalidRequest(
      '/sides',
      'sides must be a list of at least one side; without it, it is the six of the board',
    );
  const at = sides.findIndex((side) => !ALL_SIDES.includes(side as MarketSide));
  if (at >= 0) throw createInvalidRequest(`/sides/${at}`, `must be one of ${ALL_SIDES.join(', ')}`);
  return [...new Set(sides as MarketSide[])];
}

function parseStatus({ status = false }: RawMessage): boolean {
  if (typeof status !== 'boolean')
    throw createInvalidRequest(
      '/status',
      'status must be true or false; without it, you do not hear whether the instruments trade',
    );
  return status;
}

function parseLevels({ depth }: RawMessage, sides: readonly MarketSide[]): number {
  if (depth === undefined) return STREAM_LEVELS_DEFAULT;
  const isLevels = isId(depth) && depth <= STREAM_LEVELS_MAX;
  if (!isLevels)
    throw createInvalidRequest('/depth', `depth must be a whole number of prices from 1 to ${STREAM_LEVELS_MAX}`);
  if (!sides.some(isDepthSide))
    throw createInvalidRequest('/depth', 'depth is of BuyDepth and SellDepth, and neither is among the sides');
  return depth;
}

const createInvalidRequest = (pointer: string, message: string): InvalidRequestError =>
  new InvalidRequestError([{ pointer, message }]);
