import { query } from '../support/postgres-service.js';

type Item = Readonly<{
  instrument_id: number;
  side: string;
  price?: number | null;
  quantity?: number | null;
  levels?: readonly Readonly<{ price: number; quantity: number; orders: number }>[];
}>;

type Row = Readonly<Record<string, string | number | null>>;

const LEVELS = `
  select o.instrument_id, o.side, o.limit_price price, sum(o.quantity - o.filled_quantity)::int quantity, count(*)::int orders
  from orders o where status = 'Open' and state <> 'PendingTrigger'
  group by 1, 2, 3 order by 1, 2, case o.side when 'Buy' then -o.limit_price else o.limit_price end`;
const LAST =
  'select distinct on (instrument_id) instrument_id, price, quantity from trades where settlement_style is null order by instrument_id, id desc';
const SESSIONS = `
  select i.instrument_id, (p.terms ->> 'scale')::int scale, max(t.price) high, min(t.price) low, sum(t.quantity)::int volume
  from instrument_states i join product_states p on p.product_id = (i.terms ->> 'productId')::bigint
  left join trades t on t.instrument_id = i.instrument_id and t.session_date = p.session_date and t.settlement_style is null
  group by 1, 2 order by 1`;

/** What the market must show, worked out anew from every order and every trade that is written: slow, and plain to see. */
export async function naiveMarket(url: string): Promise<Item[]> {
  const rows = async (statement: string): Promise<Row[]> => (await query(url, statement)) as Row[];
  const [levels, last, sessions] = [await rows(LEVELS), await rows(LAST), await rows(SESSIONS)];
  return sessions.flatMap(({ instrument_id: id, scale, high, low, volume }) => {
    const priceOf = (units: unknown): number => Number(units) / 10 ** Number(scale);
    const depth = (side: string) =>
      levels
        .filter((level) => level['instrument_id'] === id && level['side'] === side)
        .map(({ price, quantity, orders }) => ({
          price: priceOf(price),
          quantity: Number(quantity),
          orders: Number(orders),
        }));
    const [bids, asks] = [depth('Buy'), depth('Sell')];
    const [traded] = last.filter((trade) => trade['instrument_id'] === id);
    const item = (side: string, price: number | null, quantity: number | null): Item => ({
      instrument_id: Number(id),
      side,
      price,
      quantity,
    });
    return [
      ...bids.slice(0, 1).map((best) => item('Buy', best.price, best.quantity)),
      ...asks.slice(0, 1).map((best) => item('Sell', best.price, best.quantity)),
      ...(traded ? [item('Last', priceOf(traded['price']), Number(traded['quantity']))] : []),
      ...(volume === null
        ? []
        : [item('High', priceOf(high), null), item('Low', priceOf(low), null), item('Volume', null, Number(volume))]),
      ...(bids.length > 0 ? [{ instrument_id: Number(id), side: 'BuyDepth', levels: bids }] : []),
      ...(asks.length > 0 ? [{ instrument_id: Number(id), side: 'SellDepth', levels: asks }] : []),
    ];
  });
}
