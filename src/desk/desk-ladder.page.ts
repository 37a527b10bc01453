import { toDigits } from '../http/number-format.js';
import { type Html, html } from '../http/html.js';
import { formatPrice } from '../http/price-format.js';
import { toDepthBars, LADDER_LEVELS, sumQuantities } from '../marketdata/depth-bars.js';
import type { MarketDepthView } from '../marketdata/market-item.view.js';
import { computePriceChange } from '../marketdata/price-change.js';
import type { DeskMarketView } from './desk-market.view.js';

type Level = MarketDepthView['levels'][number];
type Line = Readonly<{ level: Level | undefined; bar: number }>;

/**
 * The book around its middle: what is offered above, the cheapest at the bottom, and what is bid below, the dearest at the top. There are always as many lines, so that
 * nothing moves when a price comes or goes; each price leads into the ticket, without a script by the page's own address.
 */
export function renderLadder({ instrument, market }: DeskMarketView, path: string): Html {
  const [bids, offers] = [levelsOf('BuyDepth', market), levelsOf('SellDepth', market)];
  const most = Math.max(sumQuantities(bids), sumQuantities(offers));
  const price = (level: Level): Html => priceLink(formatPrice(toDigits(level.price), instrument.decimals), path);
  const offer = ({ level, bar }: Line): Html =>
    html`<tr><td></td><td>${level && price(level)}</td><td${barOf(bar)}>${level?.quantity}</td><td>${level?.orders}</td></tr>\n`;
  const bid = ({ level, bar }: Line): Html =>
    html`<tr><td${barOf(bar)}>${level?.quantity}</td><td>${level && price(level)}</td><td></td><td>${level?.orders}</td></tr>\n`;
  return html`<table class="ladder n" id="ladder" data-d="${instrument.decimals}">
<thead><tr><th scope="col">Bid size</th><th scope="col">Price</th><th scope="col">Offered</th><th scope="col">Orders</th></tr></thead>
<tbody class="offers">
${lines(offers, most).toReversed().map(offer)}</tbody>
<tbody class="middle"><tr><td colspan="4" data-q="spread">${spread(bids[0], offers[0], instrument.decimals)}</td></tr></tbody>
<tbody class="bids">
${lines(bids, most).map(bid)}</tbody>
</table>`;
}

function levelsOf(side: MarketDepthView['side'], market: DeskMarketView['market']): readonly Level[] {
  const item = market.find((one) => one.side === side);
  return item !== undefined && 'levels' in item ? item.levels : [];
}

function lines(levels: readonly Level[], most: number): Line[] {
  const bars = toDepthBars(levels, most);
  return Array.from({ length: LADDER_LEVELS }, (_, n) => ({ level: levels[n], bar: bars[n] ?? 0 }));
}

const barOf = (bar: number): Html | false => bar > 0 && html` class="w${bar}"`;

function spread(bid: Level | undefined, offer: Level | undefined, decimals: number): string {
  if (bid === undefined && offer === undefined) return 'No bids or offers.';
  if (bid === undefined) return 'No bids.';
  if (offer === undefined) return 'No offers.';
  const { points } = computePriceChange(toDigits(offer.price) ?? '', toDigits(bid.price) ?? '', decimals);
  return `${points.replace('+', '')} between them`;
}

function priceLink(price: string, path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  for (const name of ['limit_price', 'stop_price']) searchParams.delete(name);
  searchParams.set('price', price);
  return html`<a href="?${String(searchParams)}#ticket">${price}</a>`;
}
