import type { OrderAction } from '../../engine/command.js';
import type { Issue } from '../../errors/domain-error.js';
import { toSymbol, type TradedInstruments } from '../../exchange/traded-instruments.js';
import { toJsonPointer } from '../../errors/field-names.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { AmbiguousSymbolError } from '../order-errors.js';

type ActionWithSymbol = Extract<OrderAction, { symbol?: string }>;

/** Whether an action names its instrument by symbol. */
export const hasSymbols = (actions: readonly OrderAction[]): boolean => actions.some(isNamed);

/** Resolves the symbols of actions. An unknown symbol becomes no instrument, which the venue rejects and stores. */
export function resolveSymbols(
  actions: readonly OrderAction[],
  instruments: TradedInstruments,
  isList: boolean,
): readonly OrderAction[] {
  const issues: Issue[] = [];
  const resolved = actions.map((action, index) => {
    if (!isNamed(action)) return action;
    const pointer = isList ? toJsonPointer('actions', index, 'symbol') : toJsonPointer('symbol');
    return action.instrumentId === null || action.instrumentId === 0
      ? { ...action, instrumentId: findInstrumentId(action.symbol, instruments, pointer) }
      : checkSymbolMatchesId(action, instruments, { issues, pointer });
  });
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return resolved;
}

const isNamed = (action: OrderAction): action is ActionWithSymbol & Readonly<{ symbol: string }> => 'symbol' in action;

/** The listed instrument of the symbol; if all have expired, the last one, so that the rejection says so. */
function findInstrumentId(symbol: string, instruments: TradedInstruments, pointer: string): number {
  const candidates = instruments.findBySymbol(symbol);
  const live = candidates.filter(({ isExpired }) => !isExpired);
  if (live.length > 1)
    throw new AmbiguousSymbolError(
      symbol,
      live.map(({ id, terms }) => ({ id, expiration: terms.expiration })),
      pointer,
    );
  return (live[0] ?? candidates.at(-1))?.id ?? 0;
}

function checkSymbolMatchesId(
  action: ActionWithSymbol & Readonly<{ symbol: string }>,
  instruments: TradedInstruments,
  { issues, pointer }: Readonly<{ issues: Issue[]; pointer: string }>,
): ActionWithSymbol {
  const instrument = instruments.find(action.instrumentId ?? 0);
  const isMismatch =
    instrument === undefined
      ? instruments.findBySymbol(action.symbol).length > 0
      : toSymbol(instrument) !== action.symbol;
  if (isMismatch)
    issues.push({
      pointer,
      message: `instrument_id ${action.instrumentId} is ${instrument === undefined ? 'unknown' : toSymbol(instrument)}, and symbol is ${action.symbol}: give one of them`,
    });
  return action;
}
