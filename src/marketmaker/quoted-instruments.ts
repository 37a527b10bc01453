/** What the market maker quotes: the instruments of the sandbox's own market, and how many contracts or shares at a time. */
import { sandboxMarket } from '../instruments/sandbox/sandbox-market.js';
import { parseDecimal } from '../money/decimal.js';

/** An instrument as the reference data has it. */
export type InstrumentRow = Readonly<{
  id: number;
  symbol: string;
  group: string;
  price: string | null;
  expiration: string | null;
}>;

/** An instrument that is quoted: the price it belongs to as it is written, and the smallest size of a quote. */
export type QuotedInstrument = Readonly<{ id: number; anchor: string; lot: number; isFront: boolean }>;

/** Enough for many new users at once, and for a test of a large order. */
const LOTS = { Future: 50, Equity: 500 } as const;

const lots: ReadonlyMap<string, number> = new Map(
  sandboxMarket.flatMap(({ terms: group, products }) =>
    products.map(({ terms }) => [
      `${group.symbol} ${terms.symbol}`,
      LOTS[terms.instrumentType === 'Equity' ? 'Equity' : 'Future'],
    ]),
  ),
);

/** Instruments that a user has added to the sandbox are not quoted; an instrument without a price has nothing to be quoted around. */
export function selectQuotedInstruments(rows: readonly InstrumentRow[], today: string): QuotedInstrument[] {
  const fronts = new Map<string, InstrumentRow>();
  for (const row of rows) {
    const front = fronts.get(row.symbol);
    if (getExpiration(row) >= today && (front === undefined || getExpiration(row) < getExpiration(front)))
      fronts.set(row.symbol, row);
  }
  return rows.flatMap((row) => {
    const lot = lots.get(`${row.group} ${row.symbol}`);
    const isPriced = row.price !== null && parseDecimal(row.price) !== null;
    return lot === undefined || !isPriced
      ? []
      : [{ id: row.id, anchor: row.price, lot, isFront: fronts.get(row.symbol) === row }];
  });
}

/** What never expires does so after everything else. */
const getExpiration = ({ expiration }: InstrumentRow): string => expiration ?? '9999-12-31';
