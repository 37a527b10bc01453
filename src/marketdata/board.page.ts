import { toDigits, toPaddedPrice } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { type ColumnHead, type ColumnSort, renderHead, sortBy } from '../pages/table-settings.page.js';
import { type TableColumn, renderTable } from '../pages/table.page.js';
import type { ListedInstrumentView } from './listed-instrument.view.js';
import type { MarketDepthView, MarketItemView, MarketValueView } from './market-item.view.js';
import { renderLiveStatus, renderMarketNavigation } from './market-pages.page.js';
import { type PriceChange, computePriceChange, getChangeDirection } from './price-change.js';

/** The choices of the search, the number of matches, and the number of rows on the other page. */
type BoardOptions = Readonly<{
  groups: readonly Readonly<{ id: number; name: string }>[];
  isCut: boolean;
  others: Readonly<{ count: number; page: number }> | null;
}>;

/** JSON omits properties of an array: programs receive ids, and only the page gets the names. */
export type BoardItems = MarketItemView[] & { listed?: readonly ListedInstrumentView[]; choice?: BoardOptions };

/** The market data of an instrument by side. */
type Row = Readonly<{
  listed: ListedInstrumentView;
  values: ReadonlyMap<string, MarketValueView>;
  depths: ReadonlyMap<string, MarketDepthView>;
}>;

/** One row per instrument, by group; every search has a URL of its own. */
export function boardPage(items: BoardItems, { path }: PageContext): PageContent {
  const boardRows = toRows(items);
  return {
    title: 'Market',
    styles: ['market.css', 'board.css'],
    scripts: ['market.js'],
    body: html`<article class="listing wide">
<h1>Market</h1>
${renderMarketNavigation(path)}
${renderFilterForm(items.choice, path)}
${boardRows.length === 0 ? renderEmptyBoard(path) : renderBoard(boardRows, path)}
${items.choice?.others && renderOtherPageLink(items.choice.others, path)}
${items.choice?.isCut === true && html`<p>There are more instruments than the board shows: choose a group, or search.</p>`}
${boardRows.filter(({ depths }) => depths.size > 0).map(renderDepth)}
</article>`,
  };
}

function toRows(items: BoardItems): Row[] {
  const itemsByInstrument = Map.groupBy(items, (item) => item.instrument_id);
  return (items.listed ?? []).map((listed) => {
    const instrumentItems = itemsByInstrument.get(listed.id) ?? [];
    const depths = instrumentItems.flatMap((item) => ('levels' in item ? [[item.side, item] as const] : []));
    const values = instrumentItems.flatMap((item) => ('levels' in item ? [] : [[item.side, item] as const]));
    return {
      listed,
      values: new Map<string, MarketValueView>(values),
      depths: new Map<string, MarketDepthView>(depths),
    };
  });
}

function renderFilterForm(choice: BoardOptions | undefined, path: string): Html {
  const { searchParams: query } = new URL(path, 'http://here');
  const group = query.get('product_group_id');
  const sort = query.get('sort');
  return html`<form class="chooser" method="get" action="/marketdata" role="search" aria-label="Instruments">
${sort !== null && html`<input type="hidden" name="sort" value="${sort}">`}<p><label for="search">Search</label> <input type="search" id="search" name="search" value="${query.get('search') ?? ''}" maxlength="100" autocomplete="off" placeholder="Symbol or name"></p>
<p><label for="group">Group</label> <select id="group" name="product_group_id"><option value="">All groups</option>${choice?.groups.map(({ id, name }) => html`<option value="${id}"${String(id) === group && ' selected'}>${name}</option>`)}</select></p>
<p><button type="submit">Show</button>${query.size > Number(sort !== null) && html` <a class="button" href="/marketdata">Show all</a>`}</p>
</form>`;
}

function renderEmptyBoard(path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  if (searchParams.size === 0) return html`<p class="empty">No tradable instruments.</p>`;
  return html`<p class="empty">No tradable instrument matches.</p>
<p><a href="/marketdata">Show all</a> or search <a href="/instruments">all instruments</a>, including expired ones.</p>`;
}

/** Narrow screens show the start of a row: best prices come before the statistics of the session. */
const columnTitles = [
  'Last',
  'Bid size',
  'Bid',
  'Offer',
  'Offer size',
  'Change',
  '%',
  'High',
  'Low',
  'Volume',
  'Close',
] as const;

const columnSorts: Readonly<Record<string, ColumnSort>> = { '%': sortBy('-change'), Volume: sortBy('-volume') };

const columnHeads: readonly ColumnHead[] = [
  { title: 'Instrument', sort: sortBy('symbol') },
  ...columnTitles.map((title) => {
    const sort = columnSorts[title];
    return sort === undefined ? { title } : { title, sort };
  }),
];

/**
 * A board may have two hundred rows, so cells have no attributes: the style sheet identifies columns by position, and
 * the script by the order in `market.js`. `data-d` is the number of decimals of a row; changes are measured from the
 * previous close.
 */
function renderBoard(rows: readonly Row[], path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  const isSorted = (searchParams.get('sort') ?? '') !== '';
  // A sorted board is one page.
  searchParams.delete('page');
  const heads = columnHeads.map((head) => renderHead(head, `/marketdata?${searchParams}`, html``));
  const groups = isSorted ? [rows] : [...Map.groupBy(rows, ({ listed }) => listed.product_group_id).values()];
  return html`${renderLiveStatus()}
<table id="board" class="n d${findPriceWidth(rows)}">
<thead><tr>${heads}</tr></thead>
${groups.map(
  (group) => html`<tbody id="g${isSorted ? 0 : group[0]?.listed.product_group_id}">
${isSorted ? renderSortedHeading(group) : renderGroupHeading(group)}
${group.map(renderRow)}</tbody>
`,
)}</table>`;
}

/** A script appends these rows here; without one they have a page of their own. */
function renderOtherPageLink({ count, page }: NonNullable<BoardOptions['others']>, path: string): Html {
  const { pathname, searchParams } = new URL(path, 'http://here');
  if (page === 1) searchParams.delete('page');
  else searchParams.set('page', String(page));
  return page === 1
    ? html`<p class="next"><a href="${pathname}?${String(searchParams)}">The first ${count} instruments</a></p>`
    : html`<p class="next"><a href="${pathname}?${String(searchParams)}" id="rest">The other ${count} instruments</a></p>`;
}

const DIGITS = { least: 6, most: 12 } as const;

/** The length of the longest price: all price columns have this width. */
function findPriceWidth(rows: readonly Row[]): number {
  const lengths = rows.flatMap(({ listed: { decimals, previous_close: close }, values }) =>
    [close, ...[...values.values()].map(({ price }) => price)].map(
      (price) => formatPrice(toDigits(price), decimals).length,
    ),
  );
  return Math.min(DIGITS.most, Math.max(DIGITS.least, ...lengths));
}

/** Live figures leave the rows where they are. At the next session change a script loads the board anew, as it does with groups. */
function renderSortedHeading(rows: readonly Row[]): Html {
  const [next] = rows.map(({ listed: { until } }) => until).sort();
  return html`<tr><th scope="rowgroup" colspan="${columnTitles.length + 1}">All groups, sorted when this page was loaded${next !== undefined && html`; next session change ${renderTimestampToMinute(next)}`}</th></tr>`;
}

function renderGroupHeading(rows: readonly Row[]): Html {
  const { listed } = rows.find((row) => row.listed.is_open) ?? rows[0] ?? {};
  if (!listed) return html``;
  const { group_name: name, exchange, currency } = listed;
  const isHalted = rows.every((row) => row.listed.status === 'Halted');
  return html`<tr><th scope="rowgroup" colspan="${columnTitles.length + 1}"><b>${name}</b> ${exchange}, ${currency}, ${renderGroupState(listed, isHalted)}</th></tr>`;
}

/** Where it trades at all hours, only the session ends. */
function renderGroupState(
  { is_open: isOpen, until, trades_at_all_hours: isAlways }: ListedInstrumentView,
  isHalted: boolean,
): Html {
  const session = isOpen ? 'open' : 'closed';
  const isEndless = isOpen && !isHalted && isAlways;
  return html`<span class="badge ${isOpen && !isHalted ? 'good' : 'warn'}">${isHalted ? 'halted' : session}</span>${isHalted && html`, session ${session}`}${isEndless && ' at all hours, session'} until ${renderTimestampToMinute(until)}`;
}

function renderRow({ listed, values }: Row): Html {
  const { id, symbol, name, decimals, previous_close: close, status } = listed;
  const price = (side: string): string => formatPrice(toDigits(values.get(side)?.price ?? null), decimals);
  const quantity = (side: string): string => String(values.get(side)?.quantity ?? '');
  const previousClose = formatPrice(toDigits(close), decimals);
  const [last, change] = [price('Last'), findChange(previousClose, price('Last'), decimals)];
  const bestCells = [last, quantity('Buy'), price('Buy'), price('Sell'), quantity('Sell')];
  const dayCells = [price('High'), price('Low'), quantity('Volume'), previousClose];
  return html`<tr id="i${id}" data-d="${decimals}"><th scope="row"><a href="/desk/${id}">${symbol}</a>${status !== 'Open' && status !== 'Closed' && html` <span class="badge warn">${status.toLowerCase()}</span>`} <small>${name}</small></th>${bestCells.map(renderCell)}${[change?.points, change?.percent].map(renderChangeCell)}${dayCells.map(renderCell)}</tr>
`;
}

function findChange(from: string, last: string, decimals: number): PriceChange | null {
  return from === '' || last === '' ? null : computePriceChange(last, from, decimals);
}

const renderCell = (text: string): Html => html`<td>${text}</td>`;

function renderChangeCell(text = ''): Html {
  const direction = getChangeDirection(text);
  return html`<td${direction !== null && html` class="${direction}"`}>${text}</td>`;
}

type Level = Readonly<{
  bid: MarketDepthView['levels'][number] | null;
  offer: MarketDepthView['levels'][number] | null;
}>;

const createLevelColumns = (decimals: number): readonly TableColumn<Level>[] => [
  { title: 'Orders', figure: ({ bid }) => bid?.orders ?? null },
  { title: 'Bid size', figure: ({ bid }) => bid?.quantity ?? null },
  { title: 'Bid', figure: ({ bid }) => toPaddedPrice(bid?.price ?? null, decimals) },
  { title: 'Offer', figure: ({ offer }) => toPaddedPrice(offer?.price ?? null, decimals) },
  { title: 'Offer size', figure: ({ offer }) => offer?.quantity ?? null },
  { title: 'Orders', figure: ({ offer }) => offer?.orders ?? null },
];

function renderDepth({ listed: { symbol, decimals }, depths }: Row): Html {
  const [bids, offers] = ['BuyDepth', 'SellDepth'].map((side) => depths.get(side)?.levels ?? []);
  const levels = Array.from({ length: Math.max(bids?.length ?? 0, offers?.length ?? 0) }, (_, n) => ({
    bid: bids?.[n] ?? null,
    offer: offers?.[n] ?? null,
  }));
  return html`<h2>Depth of ${symbol}</h2>
${renderTable(`Depth of ${symbol}`, levels, createLevelColumns(decimals))}`;
}
