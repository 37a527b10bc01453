import { didYouMean, unknownName } from '../../http/did-you-mean.js';
import { InvalidRequest } from '../../http/invalid-request.js';
import { parseStrictJson } from '../../http/strict-json.js';
import { isId } from '../../http/wire-values.js';
import { BOARD_SIDES, type MarketSide } from '../market-item.js';
import { INSTRUMENTS_MAX } from '../market-limits.js';
import { ALL_SIDES } from './sides.js';
import { LEVELS_MAX, LEVELS_USUAL } from './stream-limits.js';

/** What a reader says. `sides` of an unsubscription are all where none are named. */
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

type Fields = Readonly<Record<string, unknown>>;

const known: Readonly<Record<string, readonly string[]>> = {
  subscribe: ['type', 'instrument_ids', 'sides', 'depth', 'status'],
  unsubscribe: ['type', 'instrument_ids', 'sides'],
  unsubscribe_all: ['type'],
};

/** Throws `JsonRefused` for a text that is none, and `InvalidRequest` where a field is not as it has to be. */
export function readMessage(text: string): StreamMessage {
  const fields = parseStrictJson(text);
  const { type } = fields;
  const names = typeof type === 'string' && Object.hasOwn(known, type) ? known[type] : undefined;
  if (!names)
    throw wrong('/type', `type must be one of ${Object.keys(known).join(', ')}${didYouMean(type, Object.keys(known))}`);
  const stranger = Object.keys(fields).find((name) => !names.includes(name));
  if (stranger !== undefined) throw wrong(`/${stranger}`, unknownName(stranger, names));
  if (type === 'unsubscribe_all') return { type };
  const instrumentIds = instrumentsIn(fields);
  if (type === 'unsubscribe') return { type, instrumentIds, sides: sidesIn(fields) ?? ALL_SIDES };
  const sides = sidesIn(fields) ?? BOARD_SIDES;
  return { type: 'subscribe', instrumentIds, sides, levels: levelsIn(fields, sides), withStatus: statusIn(fields) };
}

function instrumentsIn({ instrument_ids: ids }: Fields): readonly number[] {
  if (!Array.isArray(ids) || ids.length === 0)
    throw wrong('/instrument_ids', 'instrument_ids must be a list of at least one instrument');
  if (ids.length > INSTRUMENTS_MAX)
    throw wrong(
      '/instrument_ids',
      `instrument_ids must be ${INSTRUMENTS_MAX} instruments at most; send several messages`,
    );
  const at = ids.findIndex((id) => !isId(id));
  if (at >= 0) throw wrong(`/instrument_ids/${at}`, 'must be the number of an instrument');
  return [...new Set(ids as number[])];
}

function sidesIn({ sides }: Fields): readonly MarketSide[] | null {
  if (sides === undefined) return null;
  if (!Array.isArray(sides) || sides.length === 0)
    throw wrong('/sides', 'sides must be a list of at least one side; without it, it is the six of the board');
  const at = sides.findIndex((side) => !ALL_SIDES.includes(side as MarketSide));
  if (at >= 0) throw wrong(`/sides/${at}`, `must be one of ${ALL_SIDES.join(', ')}`);
  return [...new Set(sides as MarketSide[])];
}

function statusIn({ status = false }: Fields): boolean {
  if (typeof status !== 'boolean')
    throw wrong('/status', 'status must be true or false; without it, you do not hear whether the instruments trade');
  return status;
}

function levelsIn({ depth }: Fields, sides: readonly MarketSide[]): number {
  if (depth === undefined) return LEVELS_USUAL;
  const isLevels = isId(depth) && depth <= LEVELS_MAX;
  if (!isLevels) throw wrong('/depth', `depth must be a whole number of prices from 1 to ${LEVELS_MAX}`);
  if (!sides.some((side) => side.endsWith('Depth')))
    throw wrong('/depth', 'depth is of BuyDepth and SellDepth, and neither is among the sides');
  return depth;
}

const wrong = (pointer: string, message: string): InvalidRequest => new InvalidRequest([{ pointer, message }]);
