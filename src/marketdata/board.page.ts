import { digitsOf } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import { toTheMinute } from '../http/moment.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, table } from '../http/table.page.js';
import { priceFigure, priceText } from '../http/price-text.js';
import type { ListedView } from './listed.view.js';
import type { MarketDepthView, MarketItemView, MarketValueView } from './market-item.view.js';
import { live, marketSiblings } from './market-pages.page.js';
import { type Change, changeOf, directionOf } from './price-change.js';

/** What a person can choose from, whether there is more than that has lines, and what stands on the other page of it: how many, and which page that is. */
type Choice = Readonly<{
  groups: readonly Readonly<{ id: number; name: string }>[];
  isCut: boolean;
  others: Readonly<{ count: number; page: number }> | null;
}>;

/** JSON leaves out what is no element of a list: a program is told ids, and only the page what the instruments are called. */
export type BoardItems = MarketItemView[] & { listed?: readonly ListedView[]; choice?: Choice };

/** What one instrument shows, by side. */
type Row = Readonly<{
  listed: ListedView;
  values: ReadonlyMap<string, MarketValueView>;
  depths: ReadonlyMap<string, MarketDepthView>;
}>;

/** One line for each instrument, group by group; every choice of them is an address of its own. */
export function boardPage(items: BoardItems, { path }: Visit): PageContent {
  const rows = rowsOf(items);
  return {
    title: 'Market',
    styles: ['market.css', 'board.css'],
    scripts: ['market.js'],
    body: html`<article class="listing wide">
<h1>Market</h1>
${marketSiblings(path)}
${chooser(items.choice, path)}
${rows.length === 0 ? nothingFound(path) : board(rows)}
${items.choice?.others && others(items.choice.others, path)}
${items.choice?.isCut === true && html`<p>There are more instruments than one board has lines: choose a group, or search.</p>`}
${rows.filter(({ depths }) => depths.size > 0).map(depthOf)}
</article>`,
  };
}

function rowsOf(items: BoardItems): Row[] {
  const own = Map.groupBy(items, (item) => item.instrument_id);
  return (items.listed ?? []).map((listed) => {
    const shown = own.get(listed.id) ?? [];
    const depths = shown.flatMap((item) => ('levels' in item ? [[item.side, item] as const] : []));
    const values = shown.flatMap((item) => ('levels' in item ? [] : [[item.side, item] as const]));
    return {
      listed,
      values: new Map<string, MarketValueView>(values),
      depths: new Map<string, MarketDepthView>(depths),
    };
  });
}

function chooser(choice: Choice | undefined, path: string): Html {
  const { searchParams: asked } = new URL(path, 'http://here');
  const group = asked.get('product_group_id');
  return html`<form class="chooser" method="get" action="/marketdata" role="search" aria-label="Instruments">
<p><label for="search">Search</label> <input type="search" id="search" name="search" value="${asked.get('search') ?? ''}" maxlength="100" autocomplete="off" placeholder="Symbol or name"></p>
<p><label for="group">Group</label> <select id="group" name="product_group_id"><option value="">All groups</option>${choice?.groups.map(({ id, name }) => html`<option value="${id}"${String(id) === group && ' selected'}>${name}</option>`)}</select></p>
<p><button type="submit">Show</button>${asked.size > 0 && html` <a href="/marketdata">Show all</a>`}</p>
</form>`;
}

function nothingFound(path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  if (searchParams.size === 0) return html`<p class="empty">There are no instruments to trade.</p>`;
  return html`<p class="empty">No instrument that trades fits what you look for.</p>
<p><a href="/marketdata">Show all</a> or look among <a href="/instruments">all instruments</a>, which has those that have expired as well.</p>`;
}

/** A narrow screen shows the beginning of a line: what one trades at comes before what the day has done. */
const titles = ['Last', 'Bid for', 'Bid', 'Offer', 'Offered', 'Change', '%', 'High', 'Low', 'Volume', 'Close'] as const;

/**
 * A board may have two hundred lines and is loaded by people who wait for it, so a cell is nothing but its figure: the sheet knows the columns by their place, and the
 * script by the order in which `market.js` names them. `data-d` is how many decimals the prices of a line have; changes are counted from the close of the session before.
 */
function board(rows: readonly Row[]): Html {
  const groups = [...Map.groupBy(rows, ({ listed }) => listed.product_group_id).values()];
  return html`${live()}
<table id="board" class="n d${digitsIn(rows)}">
<thead><tr><th scope="col">Instrument</th>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
${groups.map(
  (group) => html`<tbody id="g${group[0]?.listed.product_group_id}">
${heading(group)}
${group.map(line)}</tbody>
`,
)}</table>`;
}

/** A script brings those lines here; without one they have a page of their own. */
function others({ count, page }: NonNullable<Choice['others']>, path: string): Html {
  const { pathname, searchParams } = new URL(path, 'http://here');
  if (page === 1) searchParams.delete('page');
  else searchParams.set('page', String(page));
  return page === 1
    ? html`<p class="next"><a href="${pathname}?${String(searchParams)}">The first ${count} instruments</a></p>`
    : html`<p class="next"><a href="${pathname}?${String(searchParams)}" id="rest">The other ${count} instruments</a></p>`;
}

const DIGITS = { least: 6, most: 12 } as const;

/** How many characters the longest price has: all columns of prices are as wide as that. */
function digitsIn(rows: readonly Row[]): number {
  const lengths = rows.flatMap(({ listed: { decimals, previous_close: close }, values }) =>
    [close, ...[...values.values()].map(({ price }) => price)].map(
      (price) => priceText(digitsOf(price), decimals).length,
    ),
  );
  return Math.min(DIGITS.most, Math.max(DIGITS.least, ...lengths));
}

function heading(rows: readonly Row[]): Html {
  const { listed } = rows.find((row) => row.listed.is_open) ?? rows[0] ?? {};
  if (!listed) return html``;
  const { group_name: name, exchange, currency, is_open: isOpen, until } = listed;
  return html`<tr><th scope="rowgroup" colspan="${titles.length + 1}"><b>${name}</b> ${exchange}, ${currency}, <span class="badge ${isOpen ? 'good' : 'warn'}">${isOpen ? 'open' : 'closed'}</span> until ${toTheMinute(until)}</th></tr>`;
}

function line({ listed, values }: Row): Html {
  const { id, symbol, name, decimals, previous_close: close, status } = listed;
  const price = (side: string): string => priceText(digitsOf(values.get(side)?.price ?? null), decimals);
  const quantity = (side: string): string => String(values.get(side)?.quantity ?? '');
  const from = priceText(digitsOf(close), decimals);
  const [last, change] = [price('Last'), changeFrom(from, price('Last'), decimals)];
  const best = [last, quantity('Buy'), price('Buy'), price('Sell'), quantity('Sell')];
  const day = [price('High'), price('Low'), quantity('Volume'), from];
  return html`<tr id="i${id}" data-d="${decimals}"><th scope="row"><a href="/desk/${id}">${symbol}</a>${status !== 'Open' && status !== 'Closed' && html` <span class="badge warn">${status.toLowerCase()}</span>`} <small>${name}</small></th>${best.map(plain)}${[change?.points, change?.percent].map(moved)}${day.map(plain)}</tr>
`;
}

function changeFrom(from: string, last: string, decimals: number): Change | null {
  return from === '' || last === '' ? null : changeOf(last, from, decimals);
}

const plain = (text: string): Html => html`<td>${text}</td>`;

function moved(text = ''): Html {
  const direction = directionOf(text);
  return html`<td${direction !== null && html` class="${direction}"`}>${text}</td>`;
}

type Level = Readonly<{
  bid: MarketDepthView['levels'][number] | null;
  offer: MarketDepthView['levels'][number] | null;
}>;

const levelColumns = (decimals: number): readonly Column<Level>[] => [
  { title: 'Orders', figure: ({ bid }) => bid?.orders ?? null },
  { title: 'Bid for', figure: ({ bid }) => bid?.quantity ?? null },
  { title: 'Bid', figure: ({ bid }) => priceFigure(bid?.price ?? null, decimals) },
  { title: 'Offer', figure: ({ offer }) => priceFigure(offer?.price ?? null, decimals) },
  { title: 'Offered', figure: ({ offer }) => offer?.quantity ?? null },
  { title: 'Orders', figure: ({ offer }) => offer?.orders ?? null },
];

function depthOf({ listed: { symbol, decimals }, depths }: Row): Html {
  const [bids, offers] = ['BuyDepth', 'SellDepth'].map((side) => depths.get(side)?.levels ?? []);
  const levels = Array.from({ length: Math.max(bids?.length ?? 0, offers?.length ?? 0) }, (_, n) => ({
    bid: bids?.[n] ?? null,
    offer: offers?.[n] ?? null,
  }));
  return html`<h2>Depth of ${symbol}</h2>
${table(`Depth of ${symbol}`, levels, levelColumns(decimals))}`;
}
