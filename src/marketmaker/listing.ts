/** What the market maker quotes: the instruments of the sandbox's own market, and how many contracts or shares at a time. */
import { sandboxMarket } from '../instruments/sandbox/sandbox-market.js';
import { parseDecimal } from '../money/decimal.js';

/** An instrument as the reference data has it. */
export type Listed = Readonly<{
  id: number;
  symbol: string;
  group: string;
  price: string | null;
  expiration: string | null;
}>;

/** An instrument that is quoted: the price it belongs to as it is written, and the smallest size of a quote. */
export type Quoted = Readonly<{ id: number; anchor: string; lot: number; isFront: boolean }>;

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
export function quotedOf(listed: readonly Listed[], today: string): Quoted[] {
  const fronts = new Map<string, Listed>();
  for (const one of listed) {
    const front = fronts.get(one.symbol);
    if (expiryOf(one) >= today && (front === undefined || expiryOf(one) < expiryOf(front))) fronts.set(one.symbol, one);
  }
  return listed.flatMap((one) => {
    const lot = lots.get(`${one.group} ${one.symbol}`);
    const isPriced = one.price !== null && parseDecimal(one.price) !== null;
    return lot === undefined || !isPriced
      ? []
      : [{ id: one.id, anchor: one.price, lot, isFront: fronts.get(one.symbol) === one }];
  });
}

/** What never expires does so after everything else. */
const expiryOf = ({ expiration }: Listed): string => expiration ?? '9999-12-31';
