import { toDigits, toPaddedPrice } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { type TableColumn, renderTable } from '../pages/table.page.js';
import { renderBarsChart } from '../marketdata/bars/bars.page.js';
import { BAR_INTERVALS } from '../marketdata/bars/bar.js';
import { renderLiveStatus } from '../marketdata/market-pages.page.js';
import { renderTicketForm } from '../orders/forms/order-ticket.page.js';
import { renderHoldings } from './desk-holdings.page.js';
import { renderLadder, renderSpread } from './desk-ladder.page.js';
import { renderBestPrices, renderContract, renderQuote } from './desk-quote.page.js';
import { canTradeNow, hasTicket, renderQuickOrders } from './quick-orders.page.js';
import type { DeskMarketView } from './desk-market.view.js';
import { type DeskColumn, type DeskPanel, SIZED_PARTS } from './panels/desk-panels.js';

/** The page of an instrument: prices, book, the user's orders and positions, and the ticket. */
export function deskMarketPage(view: DeskMarketView, context: PageContext): PageContent {
  const { instrument, others } = view;
  const { sizes } = view.panels;
  const { id, symbol, product_group_id: groupId, group_name: group } = instrument;
  return {
    title: symbol,
    styles: ['market.css', 'desk.css', 'ticket.css'],
    scripts: ['desk.js', 'ticket.js'],
    skipTarget: view.panels.shown.includes('ticket') ? { id: 'ticket', name: 'the ticket' } : null,
    body: html`<article class="desk" data-instrument="${id}" data-product="${instrument.product_id}"${context.isAdministrator && html` data-accounts="${view.acct_ids.join(' ')}"`}>
<header>
<div class="title"><h1>${symbol}</h1><p class="back"><a href="/marketdata?product_group_id=${groupId}">Board of ${group}</a> <a href="/watchlists?instrument_id=${id}">${view.is_watched ? '★ Watched' : '☆ Watch'}</a> <a href="/alerts?instrument_id=${id}">Alert</a> <a href="/desk/panels?back=/desk/${id}">Panels</a></p></div>
${renderQuote(view)}
${view.panels.shown.includes('ticket') && renderQuickOrders(view, 'quick-top', context.path)}
</header>
${renderJumps(view)}
<div class="under">
${renderContract(instrument)}
${others.length > 1 && renderContracts(view)}
${renderLiveStatus()}
</div>
${view.panels.shown.length === 0 && html`<p class="empty">All panels are hidden. <a href="/desk/panels?back=/desk/${id}">Choose panels to show</a></p>\n`}<div class="columns"${SIZED_PARTS.map((part) => sizes[part] !== 'medium' && html` data-${part}="${sizes[part]}"`)}>
${view.panels.columns.map((column) => html`${columns[column](view, context)}\n`)}</div>
</article>`,
  };
}

const hide = ({ panels: { shown } }: DeskMarketView, panel: DeskPanel): Html =>
  html`${!shown.includes(panel) && ' hidden'}`;

/** On narrow screens it stays at the foot of the window. */
function renderJumps(view: DeskMarketView): Html {
  const jumps: readonly (readonly [panel: DeskPanel, target: string, name: string])[] = [
    ['chart', 'chart-title', 'Chart'],
    ['book', 'ladder-title', 'Book'],
    ['holdings', 'mine', 'Position'],
    ['ticket', 'ticket', 'Ticket'],
  ];
  return html`<nav class="jumps" aria-label="Parts">${renderBestPrices(view)}${jumps.map(([panel, target, name]) => html`<a href="#${target}"${hide(view, panel)}>${name}</a>`)}</nav>`;
}

type ColumnRenderer = (view: DeskMarketView, context: PageContext) => Html;

function renderMarket(view: DeskMarketView, context: PageContext): Html {
  const { instrument } = view;
  const { id } = instrument;
  return html`<div class="watched">
<section class="charted"${hide(view, 'chart')} aria-labelledby="chart-title">
<header><h2 id="chart-title">Price</h2><p class="studies"></p>
${renderIntervals(view, context.path)}</header>
<figure id="chart" data-interval="${view.interval}">
<p class="legend figure">${renderLegend(view)}</p>
${renderBarsChart(view.bars, instrument.decimals, view.made_up_bars)}
<p class="hidden" role="status"></p>
<figcaption><a href="${view.made_up_bars.length > 0 ? `/desk/${id}/history?interval=${view.interval}` : `/bars?instrument_id=${id}&interval=${view.interval}&newest=true`}">Show as table</a> ${view.made_up_bars.length > 0 && html`<span class="made-up">Pale bars are made up: this is a sandbox, and nobody traded then.</span> `}<small>Charts by <a href="https://www.tradingview.com/">TradingView</a> Lightweight Charts™, © 2025 TradingView, Inc.</small></figcaption>
</figure>
</section>
<p class="news" role="status" id="said"></p>
${renderHoldings(view, context)}
</div>`;
}

function renderBook(view: DeskMarketView, context: PageContext): Html {
  const { id, symbol, decimals } = view.instrument;
  return html`<div class="traded">
<section class="booked"${hide(view, 'book')} aria-labelledby="ladder-title">
<header><h2 id="ladder-title">Book</h2>${renderSpread(view)}<p role="status" id="moving"></p></header>
${renderLadder(view, context.path)}
<p class="hidden">Bars show the cumulative size. A price goes into the ticket; a size buys among the bids, or sells among the offers, at its price.</p>
</section>
<section id="trades"${hide(view, 'trades')} aria-labelledby="trades-title">
<header><h2 id="trades-title">Last trades</h2><p><a href="/trades?instrument_id=${id}&amp;newest=true">All trades</a> <a href="/instruments/${id}">Contract details</a></p></header>
${view.trades.length === 0 ? html`<p class="empty">No trades yet.</p>` : renderTable(`Last trades of ${symbol}`, view.trades, createTradeColumns(decimals))}
</section>
</div>`;
}

function renderTicket(view: DeskMarketView, context: PageContext): Html {
  const { symbol, status } = view.instrument;
  return html`<section class="ticketed"${hide(view, 'ticket')} id="ticket" aria-labelledby="ticket-title">
<header><h2 id="ticket-title">Ticket</h2>${renderQuickOrders(view, 'quick', context.path)}</header>
${status === 'Expired' ? html`<p class="empty">${symbol} has expired and is no longer traded.</p>` : renderTicketForm(view.ticket, context)}
<p class="hint shortcuts" id="keys"><a href="/shortcuts">All keys</a> ${listKeys(view).map(([keys, does]) => html`<span>${keys.map((key) => html`<kbd>${key}</kbd>`)} ${does}</span> `)}</p>
</section>`;
}

const columns: Readonly<Record<DeskColumn, ColumnRenderer>> = {
  market: renderMarket,
  book: renderBook,
  ticket: renderTicket,
};

type KeyHint = readonly [keys: readonly string[], does: string];

/** The keys of this page that can be used now; `/shortcuts` has all. While nothing trades, none places an order or closes a position. */
function listKeys(view: DeskMarketView): readonly KeyHint[] {
  if (!hasTicket(view)) return [];
  const isTraded = canTradeNow(view);
  return [
    ...ticketKeys,
    ...(isTraded ? tradingKeys : []),
    [['c'], 'cancel all'],
    [['Enter'], isTraded ? 'after p, x, c' : 'after c'],
  ];
}

const ticketKeys: readonly KeyHint[] = [
  [['b', 's'], 'buy, sell'],
  [['1', '2', '3', '4'], 'type'],
  [['+', '-'], 'quantity'],
];

const tradingKeys: readonly KeyHint[] = [
  [['p'], 'place'],
  [['x'], 'close'],
];

/** The newest bar in figures; a script shows the bar at the pointer. */
function renderLegend({ bars, interval, instrument: { decimals } }: DeskMarketView): Html | null {
  const bar = bars.at(-1);
  if (bar === undefined) return null;
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map((price) =>
    formatPrice(toDigits(price), decimals),
  );
  return html`${interval === '1d' ? bar.session_date : renderTimestamp(bar.start)}  O ${open}  H ${high}  L ${low}  C ${close}  V ${bar.volume}`;
}

/** The same product with other expirations. */
function renderContracts({ instrument, others }: DeskMarketView): Html {
  return html`<nav class="siblings" aria-label="Contracts"><ul>${others.map(({ id, symbol }) => html`<li><a href="/desk/${id}"${id === instrument.id && html` aria-current="page"`}>${symbol}</a></li>`)}</ul></nav>`;
}

const spanNames = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
  '1d': '1 session',
  '1w': '1 week',
} as const;

/** Each interval has its own URL, with the entries of the ticket. */
function renderIntervals({ interval }: DeskMarketView, path: string): Html {
  const link = (span: (typeof BAR_INTERVALS)[number]): Html => {
    const { searchParams } = new URL(path, 'http://here');
    searchParams.set('interval', span);
    return html`<li><a href="?${String(searchParams)}"${span === interval && html` aria-current="true"`} title="${spanNames[span]}">${span}</a></li>`;
  };
  return html`<nav class="siblings" id="intervals" aria-label="Length of a bar"><ul>${BAR_INTERVALS.map(link)}</ul></nav>`;
}

type DeskTrade = DeskMarketView['trades'][number];

const createTradeColumns = (decimals: number): readonly TableColumn<DeskTrade>[] => [
  { title: 'Price', figure: ({ price }) => toPaddedPrice(price, decimals) },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Aggressor', cell: (trade) => html`${trade.aggressor_side === 'Buy' ? 'Buyer' : 'Seller'}` },
  {
    title: 'Time (UTC)',
    cell: ({ traded_at: at }) => html`<time datetime="${at}" data-clock>${at.slice(11, 19)}</time>`,
  },
];
