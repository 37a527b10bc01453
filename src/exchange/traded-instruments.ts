import type { Instrument } from '../engine/instrument.js';
import type { State } from '../engine/state.js';

/** Facts about the instrument of an order or fill: prices are in units of 10^-`scale`. */
export type InstrumentFacts = Readonly<{ scale: number; symbol: string; currency: string }>;

const indexes = new WeakMap<State, Readonly<{ size: number; bySymbol: ReadonlyMap<string, readonly Instrument[]> }>>();

/** The instruments of the exchange. */
export class TradedInstruments {
  constructor(private readonly state: State) {}

  find(instrumentId: number): Instrument | undefined {
    return this.state.instruments.get(instrumentId);
  }

  getFacts(instrumentId: number): InstrumentFacts {
    const instrument = this.find(instrumentId);
    if (instrument === undefined) throw new Error(`The exchange does not know instrument ${instrumentId}.`);
    const { terms, group } = instrument.product;
    return { scale: terms.scale, symbol: toSymbol(instrument), currency: group.terms.currency };
  }

  /** All instruments that ever had this symbol, the newest last. */
  findBySymbol(symbol: string): readonly Instrument[] {
    const { instruments } = this.state;
    const known = indexes.get(this.state);
    if (known?.size === instruments.size) return known.bySymbol.get(symbol) ?? [];
    // Instruments keep their symbols and are never removed: only a new instrument makes the index outdated.
    const bySymbol = Map.groupBy(
      [...instruments.values()].sort((one, other) => one.id - other.id),
      toSymbol,
    );
    indexes.set(this.state, { size: instruments.size, bySymbol });
    return bySymbol.get(symbol) ?? [];
  }
}

/** The exchange adds the symbols of older journals when it opens. */
export const toSymbol = ({ id, terms }: Pick<Instrument, 'id' | 'terms'>): string => terms.symbol ?? String(id);
