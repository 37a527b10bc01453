/* What the reader's positions are worth at the last price, and what closing them would bring, in the same frame as the quote. The page that is asked for afterwards has the exact figures. */
import { computeClosing } from '../../marketdata/closing-value.js';
import { roundDecimal } from '../../money/decimal.js';
import { parseFigure, setText, setTime } from '../live/live-cells.js';
import { findElement, getCell, getElement, listRows } from '../page-parts.js';

/** The cells of a position (desk-holdings.page.ts). */
const [QUANTITY, UNREALIZED, MARK] = [1, 3, 6];
/** A position of a page that was made a moment ago is marked at one of the last prices. */
const RECENT = 20;

const { tick = '', worth = '' } = getElement('#ladder').dataset;
let recent: readonly string[] = [];

/** A mark that is no last price, such as a settlement, is left to the service. */
export function markPositions(price: string, tradedAt: string | undefined): void {
  const time = findElement('#mark time') as HTMLTimeElement | null;
  if (time !== null && tradedAt !== undefined && time.dateTime !== tradedAt) setTime(time, tradedAt);
  recent = [...recent.filter((one) => one !== price), price].slice(-RECENT);
  for (const row of listRows(getElement('#mine'), '[aria-label^="Your positions"] tbody tr')) {
    const mark = getCell(row, MARK);
    const before = mark.textContent.trim();
    if (before === price || !recent.includes(before)) continue;
    const ticks = Math.round((Number(price) - Number(before)) / Number(tick));
    setText(mark, price);
    const change = ticks * Number(worth) * parseFigure(getCell(row, QUANTITY).textContent);
    showGain(getCell(row, UNREALIZED), (gain) => gain + change);
  }
}

/** With as many decimals as it has; a gain has a sign, as a loss has. */
function showGain(element: HTMLElement, toGain: (before: number, decimals: number) => number): void {
  const text = element.textContent.trim();
  const decimals = text.split('.')[1]?.length ?? 0;
  const gain = toGain(parseFigure(text), decimals);
  // That of the figure before.
  element.removeAttribute('title');
  setText(
    element,
    gain.toLocaleString('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'exceptZero',
    }),
  );
  element.classList.toggle('pos', gain > 0);
  element.classList.toggle('neg', gain < 0);
}

/** What closing at the best prices of the quote would bring (desk-holdings.page.ts); nothing is said where one of them is missing. */
export function drawClosing(): void {
  const line = findElement('#mark > span');
  if (line === null) return;
  const rows = listRows(getElement('#mine'), '[aria-label*=" positions"] tbody tr');
  const closing = computeClosing(
    {
      quantities: rows.map((row) => parseFigure(getCell(row, QUANTITY).textContent)),
      cost: getElement('#mark').dataset.cost ?? '',
    },
    { bid: readBest('Buy'), offer: readBest('Sell') },
    { tick, worth },
  );
  line.hidden = closing === null;
  if (closing === null) return;
  const [words] = line.childNodes;
  if (words instanceof Text) words.data = ` · closing ${closing.at}: `;
  showGain(getElement('b', line), (_before, decimals) => Number(roundDecimal(closing.gain, decimals)));
}

const readBest = (side: string): Readonly<{ price: string; size: string }> => ({
  price: getElement(`#quote [data-q="${side}.price"]`).textContent,
  size: getElement(`#quote [data-q="${side}.quantity"]`).textContent,
});
