import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, figure, table } from '../http/table.page.js';
import type { MarketDepthView, MarketItemView, MarketValueView } from './market-item.view.js';
import { siblings, when } from './market-pages.page.js';

export type Named = Readonly<{ id: number; symbol: string }>;

/** JSON leaves out what is no element of a list: a program is told ids, and only the page what the instruments are called. */
export type BoardItems = MarketItemView[] & { instruments?: readonly Named[] };

/** What one instrument shows. */
type Row = Named & Readonly<{ values: ReadonlyMap<string, MarketValueView>; depths: ReadonlyMap<string, MarketDepthView> }>;

/** One line for each instrument; a choice of them is an address of its own. */
export function boardPage(items: BoardItems, { path }: Visit): PageContent {
  const { searchParams } = new URL(path, 'http://here');
  const rows = rowsOf(items);
  return {
    title: 'Market',
    body: html`<article class="listing">
<h1>Market</h1>
<p class="lead">What the instruments show at this moment: the best prices and what stands there, the last trade, and the session so far.</p>
${siblings(path)}
${rows.length === 0 ? html`<p class="empty">There are no instruments to trade.</p>` : html`<form class="board" method="get" action="/marketdata">
${table('Market', rows, columns)}
<p><button type="submit">Show only the chosen</button> ${searchParams.size > 0 && html`<a href="/marketdata">Show all</a>`}</p>
</form>`}
${rows.filter(({ depths }) => depths.size > 0).map(depthOf)}
</article>`,
  };
}

function rowsOf(items: BoardItems): Row[] {
  const instruments = items.instruments ?? [...new Set(items.map((item) => item.instrument_id))].map((id) => ({ id, symbol: String(id) }));
  return instruments.map((instrument) => {
    const own = items.filter((item) => item.instrument_id === instrument.id);
    const depths = own.flatMap((item) => ('levels' in item ? [item] : []));
    const values = own.flatMap((item) => ('levels' in item ? [] : [item]));
    return { ...instrument, values: new Map(values.map((value) => [value.side, value])), depths: new Map(depths.map((depth) => [depth.side, depth])) };
  });
}

const of = (side: string, field: 'price' | 'quantity') => (row: Row) => row.values.get(side)?.[field] ?? null;

const columns: readonly Column<Row>[] = [
  { title: 'Instrument', cell: ({ id, symbol }) => html`<label><input type="checkbox" name="instrument_ids" value="${id}"> ${symbol}</label>` },
  { title: 'Bid for', figure: of('Buy', 'quantity') },
  { title: 'Bid', figure: of('Buy', 'price') },
  { title: 'Offer', figure: of('Sell', 'price') },
  { title: 'Offered', figure: of('Sell', 'quantity') },
  { title: 'Last', figure: of('Last', 'price') },
  { title: 'Quantity', figure: of('Last', 'quantity') },
  { title: 'High', figure: of('High', 'price') },
  { title: 'Low', figure: of('Low', 'price') },
  { title: 'Volume', figure: of('Volume', 'quantity') },
  { title: 'Changed', cell: ({ values }) => changed([...values.values()]) },
  { title: 'More', cell: ({ id, symbol }) => html`<a href="/marketdata?instrument_ids=${id}&amp;include_depth=10" aria-label="Depth of ${symbol}">Depth</a> <a href="/trades?instrument_id=${id}&amp;newest=true" aria-label="Trades of ${symbol}">Trades</a> <a href="/bars?instrument_id=${id}&amp;interval=1d&amp;newest=true" aria-label="Bars of ${symbol}">Bars</a>` },
];

/** When the newest of them changed. */
function changed(values: readonly MarketValueView[]): Html {
  const [newest] = values.map(({ time }) => time).sort().reverse();
  return newest === undefined ? figure(null) : when(newest);
}

type Level = Readonly<{ bid: MarketDepthView['levels'][number] | null; offer: MarketDepthView['levels'][number] | null }>;

const levelColumns: readonly Column<Level>[] = [
  { title: 'Orders', figure: ({ bid }) => bid?.orders ?? null },
  { title: 'Bid for', figure: ({ bid }) => bid?.quantity ?? null },
  { title: 'Bid', figure: ({ bid }) => bid?.price ?? null },
  { title: 'Offer', figure: ({ offer }) => offer?.price ?? null },
  { title: 'Offered', figure: ({ offer }) => offer?.quantity ?? null },
  { title: 'Orders', figure: ({ offer }) => offer?.orders ?? null },
];

function depthOf({ symbol, depths }: Row): Html {
  const [bids, offers] = ['BuyDepth', 'SellDepth'].map((side) => depths.get(side)?.levels ?? []);
  const levels = Array.from({ length: Math.max(bids?.length ?? 0, offers?.length ?? 0) }, (_, n) => ({ bid: bids?.[n] ?? null, offer: offers?.[n] ?? null }));
  return html`<h2>Depth of ${symbol}</h2>
${table(`Depth of ${symbol}`, levels, levelColumns)}`;
}
