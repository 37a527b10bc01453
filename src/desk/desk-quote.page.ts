import { toDigits } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import { computePriceChange, getChangeDirection } from '../marketdata/price-change.js';
import type { DeskMarketView } from './desk-market.view.js';
import { toDepthBars, LADDER_LEVELS, sumQuantities } from '../marketdata/depth-bars.js';
import type { MarketDepthView } from '../marketdata/market-item.view.js';

type DepthLevelView = MarketDepthView['levels'][number];
type LadderLine = Readonly<{ level: DepthLevelView | undefined; bar: number }>;

/**
 * The book around its middle: offers above with the lowest last, bids below with the highest first. The number of rows
 * is fixed, so that nothing moves when a price appears or disappears; each price fills the ticket, without a script by
 * a URL of the page.
 */
export function renderLadder({ instrument, market }: DeskMarketView, path: string): Html {
  const [bids, offers] = [findLevels('BuyDepth', market), findLevels('SellDepth', market)];
  const most = Math.max(sumQuantities(bids), sumQuantities(offers));
  const renderPrice = (level: DepthLevelView): Html =>
    renderPriceLink(formatPrice(toDigits(level.price), instrument.decimals), path);
  const renderOffer = ({ level, bar }: LadderLine): Html =>
    html`<tr><td></td><td>${level && renderPrice(level)}</td><td${renderBar(bar)}>${level?.quantity}</td><td>${level?.orders}</td></tr>\n`;
  const renderBid = ({ level, bar }: LadderLine): Html =>
    html`<tr><td${renderBar(bar)}>${level?.quantity}</td><td>${level && renderPrice(level)}</td><td></td><td>${level?.orders}</td></tr>\n`;
  return html`<table class="ladder n" id="ladder" data-d="${instrument.decimals}">
<thead><tr><th scope="col">Bid size</th><th scope="col">Price</th><th scope="col">Offer size</th><th scope="col">Orders</th></tr></thead>
<tbody class="offers">
${toLines(offers, most).toReversed().map(renderOffer)}</tbody>
<tbody class="middle"><tr><td colspan="4" data-q="spread">${formatSpread(bids[0], offers[0], instrument.decimals)}</td></tr></tbody>
<tbody class="bids">
${toLines(bids, most).map(renderBid)}</tbody>
</table>`;
}

function findLevels(side: MarketDepthView['side'], market: DeskMarketView['market']): readonly DepthLevelView[] {
  const item = market.find((one) => one.side === side);
  return item !== undefined && 'levels' in item ? item.levels : [];
}

function toLines(levels: readonly DepthLevelView[], most: number): LadderLine[] {
  const bars = toDepthBars(levels, most);
  return Array.from({ length: LADDER_LEVELS }, (_, n) => ({ level: levels[n], bar: bars[n] ?? 0 }));
}

const renderBar = (bar: number): Html | false => bar > 0 && html` class="w${bar}"`;

function formatSpread(bid: DepthLevelView | undefined, offer: DepthLevelView | undefined, decimals: number): string {
  if (bid === undefined && offer === undefined) return 'No bids or offers.';
  if (bid === undefined) return 'No bids.';
  if (offer === undefined) return 'No offers.';
  const { points } = computePriceChange(toDigits(offer.price) ?? '', toDigits(bid.price) ?? '', decimals);
  return `${points.replace('+', '')} spread`;
}

function renderPriceLink(price: string, path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  for (const name of ['limit_price', 'stop_price']) searchParams.delete(name);
  searchParams.set('price', price);
  return html`<a href="?${String(searchParams)}#ticket">${price}</a>`;
}

type DeskInstrument = DeskMarketView['instrument'];

/** The terms of a contract in one line. */
export function renderContract({
  name,
  exchange,
  currency,
  tick_size: tick,
  tick_value: worth,
  expiration,
  ...instrument
}: DeskInstrument): Html {
  return html`<p class="contract">${name} <span>${exchange}</span> <span>tick ${toDigits(tick)} is ${formatPrice(toDigits(worth), 2)} ${currency}</span>${expiration !== null && html` <span>last session <time datetime="${expiration}">${expiration}</time></span>`} <span>${renderState(instrument)}</span></p>`;
}

/** The status and the next session change. An expired instrument has none. */
function renderState({ status, until }: Pick<DeskInstrument, 'status' | 'until'>): Html {
  if (status === 'Expired') return html`<span class="badge">expired</span> no longer traded`;
  const isOpen = status === 'Open';
  return html`<span class="badge ${isOpen ? 'good' : 'warn'}">${status.toLowerCase()}</span> ${status === 'Halted' ? html`orders can only be canceled; next session change ${renderTimestampToMinute(until)}` : html`until ${renderTimestampToMinute(until)}`}`;
}

type QuoteSide = Readonly<{ price: string; quantity: string }>;

/** The best prices and the session's statistics. Scripts find each figure by side and field. */
export function renderQuote({ instrument, market }: DeskMarketView): Html {
  const { decimals, previous_close: close } = instrument;
  const readSide = (side: string): QuoteSide => {
    const item = market.find((one) => one.side === side);
    return item === undefined || 'levels' in item
      ? { price: '', quantity: '' }
      : { price: formatPrice(toDigits(item.price), decimals), quantity: String(item.quantity ?? '') };
  };
  const from = formatPrice(toDigits(close), decimals);
  const last = readSide('Last');
  const change = from === '' || last.price === '' ? null : computePriceChange(last.price, from, decimals);
  return html`<dl class="quote" id="quote" data-d="${decimals}" data-c="${from}">
<div class="last"><dt>Last</dt><dd>${renderFigure('Last.price', last.price)}${renderFigure('Last.quantity', last.quantity, 'at')} ${renderChange('change', change?.points)} ${renderChange('percent', change?.percent)}</dd></div>
<div><dt>Bid</dt><dd>${renderFigure('Buy.price', readSide('Buy').price)}${renderFigure('Buy.quantity', readSide('Buy').quantity, 'at')}</dd></div>
<div><dt>Offer</dt><dd>${renderFigure('Sell.price', readSide('Sell').price)}${renderFigure('Sell.quantity', readSide('Sell').quantity, 'at')}</dd></div>
<div><dt>High</dt><dd>${renderFigure('High.price', readSide('High').price)}</dd></div>
<div><dt>Low</dt><dd>${renderFigure('Low.price', readSide('Low').price)}</dd></div>
<div><dt>Volume</dt><dd>${renderFigure('Volume.quantity', readSide('Volume').quantity)}</dd></div>
<div><dt>Previous close</dt><dd><span class="figure">${from}</span></dd></div>
</dl>`;
}

const renderFigure = (name: string, text: string, look = 'price'): Html =>
  html`<span class="figure ${look}" data-q="${name}">${text}</span>`;

const renderChange = (name: string, text = ''): Html =>
  html`<span class="figure moved ${getChangeDirection(text)}" data-q="${name}">${text}</span>`;
