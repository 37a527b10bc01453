import { toDigits } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import { computePriceChange, getChangeDirection } from '../marketdata/price-change.js';
import type { DeskMarketView } from './desk-market.view.js';

type DeskInstrument = DeskMarketView['instrument'];
type DeskState = Pick<DeskInstrument, 'status' | 'until' | 'set_at' | 'trades_at_all_hours'>;

/** The state and the terms of a contract in one line, which ends with what has least to say. */
export function renderContract({
  name,
  exchange,
  currency,
  tick_size: tick,
  tick_value: worth,
  expiration,
  ...instrument
}: DeskInstrument): Html {
  return html`<p class="contract">${renderState(instrument)} <span>${name}</span> <span>${exchange}</span> <span>tick ${toDigits(tick)} is ${formatPrice(toDigits(worth), 2)} ${currency}</span>${expiration !== null && html` <span>last session <time datetime="${expiration}">${expiration}</time></span>`}</p>`;
}

/** The status and until when, or by whom and since when: of the venue a halt is not said, because it makes none. Where it trades at all hours, only a session ends. */
function renderState({ status, until, set_at: setAt, ...instrument }: DeskState): Html {
  if (status === 'Expired') return html`<span class="badge">expired</span> no longer traded`;
  const isOpen = status === 'Open';
  const isSession = isOpen || (status === 'Closed' && setAt === null);
  const state = isSession
    ? html`${isOpen && instrument.trades_at_all_hours && 'session '}until ${renderTimestampToMinute(until)}`
    : html`by an administrator${setAt !== null && html` since ${renderTimestampToMinute(setAt)}`}`;
  return html`<span class="badge ${isOpen ? 'good' : 'warn'}">${status.toLowerCase()}</span> ${state}`;
}

type QuoteSide = Readonly<{ price: string; quantity: string }>;

/** The best price of a side and its size as the page writes them. */
export const createSideReader =
  ({ instrument: { decimals }, market }: DeskMarketView) =>
  (side: string): QuoteSide => {
    const item = market.find((one) => one.side === side);
    return item === undefined || 'levels' in item
      ? { price: '', quantity: '' }
      : { price: formatPrice(toDigits(item.price), decimals), quantity: String(item.quantity ?? '') };
  };

/** The best prices and the session's statistics. Scripts find each figure by side and field. */
export function renderQuote(view: DeskMarketView): Html {
  const { decimals, previous_close: close } = view.instrument;
  const readSide = createSideReader(view);
  const from = formatPrice(toDigits(close), decimals);
  const last = readSide('Last');
  const change = from === '' || last.price === '' ? null : computePriceChange(last.price, from, decimals);
  return html`<dl class="quote" id="quote" data-d="${decimals}" data-c="${from}">
<div class="last"><dt>Last</dt><dd>${renderFigure('Last.price', last.price, ' price')}${renderFigure('Last.quantity', last.quantity, ' at')}</dd><dd>${renderChange('change', change?.points)} ${renderChange('percent', change?.percent)}</dd></div>
<div><dt>Bid</dt><dd>${renderFigure('Buy.price', readSide('Buy').price)}${renderFigure('Buy.quantity', readSide('Buy').quantity, ' at')}</dd></div>
<div><dt>Offer</dt><dd>${renderFigure('Sell.price', readSide('Sell').price)}${renderFigure('Sell.quantity', readSide('Sell').quantity, ' at')}</dd></div>
<div><dt>High</dt><dd>${renderFigure('High.price', readSide('High').price)}</dd></div>
<div><dt>Low</dt><dd>${renderFigure('Low.price', readSide('Low').price)}</dd></div>
<div><dt>Volume</dt><dd>${renderFigure('Volume.quantity', readSide('Volume').quantity)}</dd></div>
<div><dt>Prev. close</dt><dd><span class="figure">${from}</span></dd></div>
</dl>`;
}

/** The prices that are needed beside every part of the page. */
export function renderBestPrices(view: DeskMarketView): Html {
  const readSide = createSideReader(view);
  const renderPrice = (title: string, side: string): Html =>
    html`<span>${title} ${renderFigure(`${side}.price`, readSide(side).price)}</span> `;
  return html`<p class="quote">${renderPrice('Bid', 'Buy')}${renderPrice('Last', 'Last')}${renderPrice('Offer', 'Sell')}</p>`;
}

const renderFigure = (name: string, text: string, look = ''): Html =>
  html`<span class="figure${look}" data-q="${name}">${text}</span>`;

const renderChange = (name: string, text = ''): Html =>
  html`<span class="figure moved ${getChangeDirection(text)}" data-q="${name}">${text}</span>`;
