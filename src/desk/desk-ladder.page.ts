import { computePriceChange } from '../marketdata/price-change.js';
import { LADDER_LEVELS, sumQuantities, toDepthBars } from './depth-bars.js';
import {
  centerLadder,
  formatTicks,
  isSplit,
  LADDER_ROWS,
  type LadderWindow,
  toMarkLines,
  toMarkTitle,
  toTicks,
} from '../marketdata/ladder-window.js';
import type { MarketDepthView } from '../marketdata/market-item.view.js';
import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { toDigits } from '../pages/number-format.js';
import type { DeskMarketView } from './desk-market.view.js';
import { listAverages, listOwnMarks } from './own-marks.js';

type DepthLevelView = MarketDepthView['levels'][number];
type LadderLevel = Readonly<{ side: 'bid' | 'offer'; quantity: number; orders: number; bar: number }>;

/** What the rows of the ladder show, by their price in ticks. */
type LadderContent = Readonly<{
  levels: ReadonlyMap<number, LadderLevel>;
  own: ReadonlyMap<number, string>;
  averages: ReadonlyMap<number, string>;
  renderPrice: (ticks: number) => Html;
}>;

/**
 * The book on a fixed grid: a row for every tick, so that a price stays where it is while the market moves. Each price
 * fills the ticket, without a script by a URL of the page. The working orders of the user and the average price of the
 * position are marked in words as well.
 */
export function renderLadder(view: DeskMarketView, path: string): Html {
  const { instrument, market } = view;
  const [bids, offers] = [findLevels('BuyDepth', market), findLevels('SellDepth', market)];
  const tick = Number(toDigits(instrument.tick_size));
  const toRow = ({ price }: DepthLevelView): number => toTicks(Number(toDigits(price)), tick);
  const window = centerLadder({
    bid: bids[0] === undefined ? null : toRow(bids[0]),
    offer: offers[0] === undefined ? null : toRow(offers[0]),
    last: findLast(view, tick),
  });
  const most = Math.max(sumQuantities(bids), sumQuantities(offers));
  const content: LadderContent = {
    levels: new Map(
      [...toEntries('bid', bids, most), ...toEntries('offer', offers, most)].map(([level, entry]) => [
        toRow(level),
        entry,
      ]),
    ),
    own: listOwnMarks(view.orders, tick),
    averages: listAverages(view.positions, tick, instrument.decimals),
    renderPrice: (ticks) => renderPriceLink(formatTicks(ticks, tick, instrument.decimals), path),
  };
  return html`<table class="ladder n" id="ladder" data-d="${instrument.decimals}" data-tick="${toDigits(instrument.tick_size)}" data-worth="${toDigits(instrument.tick_value)}"${window && html` data-upper="${window.upper}" data-lower="${window.lower}"${isSplit(window) && ' data-split'}`}>
<thead><tr><th scope="col">Yours</th><th scope="col">Bid</th><th scope="col">Price</th><th scope="col">Offer</th><th scope="col">Orders</th></tr></thead>
<tbody class="upper">
${renderRows(window, LADDER_ROWS - 1, 0, content)}</tbody>
<tbody class="lower">
${renderRows(window, -1, -LADDER_ROWS, content)}</tbody>
</table>`;
}

/** Above the ladder: in it, a row between bids and offers would move the others whenever the market moves. */
export function renderSpread({ market, instrument }: DeskMarketView): Html {
  const [bid, offer] = [findLevels('BuyDepth', market)[0], findLevels('SellDepth', market)[0]];
  return html`<p id="spread">${formatSpread(bid, offer, instrument.decimals)}</p>`;
}

function findLevels(side: MarketDepthView['side'], market: DeskMarketView['market']): readonly DepthLevelView[] {
  const item = market.find((one) => one.side === side);
  return item !== undefined && 'levels' in item ? item.levels.slice(0, LADDER_LEVELS) : [];
}

function findLast({ market, instrument }: DeskMarketView, tick: number): number | null {
  const item = market.find((one) => one.side === 'Last');
  const digits =
    (item !== undefined && 'price' in item ? toDigits(item.price) : null) ?? toDigits(instrument.previous_close);
  return digits === null ? null : toTicks(Number(digits), tick);
}

function toEntries(
  side: LadderLevel['side'],
  levels: readonly DepthLevelView[],
  most: number,
): (readonly [DepthLevelView, LadderLevel])[] {
  const bars = toDepthBars(levels, most);
  return levels.map((level, n) => [level, { side, quantity: level.quantity, orders: level.orders, bar: bars[n] ?? 0 }]);
}

/** Rows from the highest to the lowest; those from 0 on are above the middle. */
function renderRows(window: LadderWindow | null, highest: number, lowest: number, content: LadderContent): Html {
  const rows = Array.from({ length: highest - lowest + 1 }, (_, n) => highest - n);
  const toPrice = (row: number): number | null =>
    window === null ? null : row >= 0 ? window.upper + row : window.lower + row + 1;
  return html`${rows.map((row) => renderRow(toPrice(row), content))}`;
}

function renderRow(ticks: number | null, { levels, own, averages, renderPrice }: LadderContent): Html {
  if (ticks === null) return html`<tr><td></td><td></td><td></td><td></td><td></td></tr>\n`;
  const level = levels.get(ticks);
  const average = averages.get(ticks);
  const mark = own.get(ticks) ?? '';
  const title = toMarkTitle(mark);
  const className = [level?.side, average !== undefined && 'average'].filter(Boolean).join(' ');
  return html`<tr${className !== '' && html` class="${className}"`}><td${title !== '' && html` title="${title}"`}>${toMarkLines(mark)}</td>${renderSize('bid', level)}<td${average !== undefined && html` title="Average price of your position: ${average}"`}>${renderPrice(ticks)}</td>${renderSize('offer', level)}<td>${level?.orders}</td></tr>\n`;
}

/** The size at a price, in the column of its side. */
const renderSize = (side: LadderLevel['side'], level: LadderLevel | undefined): Html =>
  level?.side === side ? html`<td class="w${level.bar}">${level.quantity}</td>` : html`<td></td>`;

function formatSpread(bid: DepthLevelView | undefined, offer: DepthLevelView | undefined, decimals: number): string {
  if (bid === undefined && offer === undefined) return 'No bids or offers.';
  if (bid === undefined) return 'No bids.';
  if (offer === undefined) return 'No offers.';
  const [from, to] = [bid, offer].map(({ price }) => formatPrice(toDigits(price) ?? '', decimals));
  return `${computePriceChange(to ?? '', from ?? '', decimals).points.replace('+', '')} spread`;
}

function renderPriceLink(price: string, path: string): Html {
  const { searchParams } = new URL(path, 'http://here');
  for (const name of ['limit_price', 'stop_price']) searchParams.delete(name);
  searchParams.set('price', price);
  return html`<a href="?${String(searchParams)}#ticket">${price}</a>`;
}
