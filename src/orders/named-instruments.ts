import type { OrderAction } from '../engine/command.js';
import type { Issue } from '../errors/domain-error.js';
import { symbolOf, type TradedInstruments } from '../exchange/traded-instruments.js';
import { pointerTo } from '../http/field-names.js';
import { InvalidRequest } from '../http/invalid-request.js';
import { AmbiguousSymbol } from './order-refusals.js';

type Named = Extract<OrderAction, { symbol?: string }>;

/** The actions with the instruments that their symbols mean. An unknown symbol means no instrument, which the venue then refuses and keeps. */
export function withInstruments(
  actions: readonly OrderAction[],
  instruments: TradedInstruments,
  isList: boolean,
): readonly OrderAction[] {
  if (!actions.some(isNamed)) return actions;
  const issues: Issue[] = [];
  const found = actions.map((action, index) => {
    if (!isNamed(action)) return action;
    const pointer = isList ? pointerTo('actions', index, 'symbol') : pointerTo('symbol');
    return action.instrumentId === null || action.instrumentId === 0
      ? { ...action, instrumentId: idOf(action.symbol, instruments, pointer) }
      : agreeing(action, instruments, { issues, pointer });
  });
  if (issues.length > 0) throw new InvalidRequest(issues);
  return found;
}

const isNamed = (action: OrderAction): action is Named & Readonly<{ symbol: string }> => 'symbol' in action;

/** The live instrument of the symbol; where all have expired, the last of them, so that the answer says so. */
function idOf(symbol: string, instruments: TradedInstruments, pointer: string): number {
  const called = instruments.called(symbol);
  const live = called.filter(({ isExpired }) => !isExpired);
  if (live.length > 1)
    throw new AmbiguousSymbol(
      symbol,
      live.map(({ id, terms }) => ({ id, expiration: terms.expiration })),
      pointer,
    );
  return (live[0] ?? called.at(-1))?.id ?? 0;
}

function agreeing(
  action: Named & Readonly<{ symbol: string }>,
  instruments: TradedInstruments,
  { issues, pointer }: Readonly<{ issues: Issue[]; pointer: string }>,
): Named {
  const instrument = instruments.find(action.instrumentId ?? 0);
  const isOther =
    instrument === undefined ? instruments.called(action.symbol).length > 0 : symbolOf(instrument) !== action.symbol;
  if (isOther)
    issues.push({
      pointer,
      message: `instrument_id ${action.instrumentId} is ${instrument === undefined ? 'unknown' : symbolOf(instrument)}, and symbol is ${action.symbol}: give one of them`,
    });
  return action;
}
