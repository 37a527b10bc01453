import { toDigits } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { toDepthBars, LADDER_LEVELS, sumQuantities } from '../marketdata/depth-bars.js';
import type { MarketDepthView } from '../marketdata/market-item.view.js';
import { computePriceChange } from '../marketdata/price-change.js';
import type { DeskMarketView } from './desk-market.view.js';

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
