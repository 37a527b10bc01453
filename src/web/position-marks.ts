/* What the reader's positions are worth at the last price, in the same frame as the quote. The page that is asked for afterwards has the exact figures. */
import { parseFigure, setText } from './live-cells.js';
import { getCell, getElement, listRows } from './page-parts.js';

/** The cells of a position (desk-holdings.page.ts). */
const [QUANTITY, UNREALIZED, MARK] = [1, 3, 6];
/** A position of a page that was made a moment ago is marked at one of the last prices. */
const RECENT = 20;

const { tick, worth } = getElement('#ladder').dataset;
let recent: readonly string[] = [];

/** A mark that is no last price, such as a settlement, is left to the service. */
export function markPositions(price: string): void {
  recent = [...recent.filter((one) => one !== price), price].slice(-RECENT);
  for (const row of listRows(getElement('#mine'), '[aria-label^="Your positions"] tbody tr')) {
    const mark = getCell(row, MARK);
    const before = mark.textContent.trim();
    if (before === price || !recent.includes(before)) continue;
    const ticks = Math.round((Number(price) - Number(before)) / Number(tick));
    setText(mark, price);
    showGain(getCell(row, UNREALIZED), ticks * Number(worth) * parseFigure(getCell(row, QUANTITY).textContent));
  }
}

/** With as many decimals as it has; a gain has a sign, as a loss has. */
function showGain(cell: HTMLTableCellElement, change: number): void {
  const text = cell.textContent.trim();
  const gain = parseFigure(text) + change;
  const decimals = text.split('.')[1]?.length ?? 0;
  // That of the figure before.
  cell.removeAttribute('title');
  setText(
    cell,
    gain.toLocaleString('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'exceptZero',
    }),
  );
  cell.classList.toggle('pos', gain > 0);
  cell.classList.toggle('neg', gain < 0);
}
