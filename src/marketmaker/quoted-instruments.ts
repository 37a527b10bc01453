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

/** So that many newcomers who come at once, and one who tries a great order, still find somebody to trade with. */
const LOTS = { Future: 50, Equity: 500 } as const;

const lots: ReadonlyMap<string, number> = new Map(
  sandboxMarket.flatMap(({ terms: group, products }) =>
    products.map(({ terms }) => [
      `${group.symbol} ${terms.symbol}`,
      LOTS[terms.instrumentType === 'Equity' ? 'Equity' : 'Future'],
    ]),
  ),
);

/** What somebody has added to the sandbox is theirs, and nobody quotes it; what has no price has nothing to be quoted around. */
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
