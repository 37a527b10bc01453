/* The ladder is scrolled away from the market, by the wheel and by keys, is centered on it by a button, and says which working orders are out of sight. Without this file it shows the prices around the market. */
import { LADDER_ROWS } from '../../marketdata/ladder-window.js';
import { centerOnMarket, findDistance, formatRowPrice, isCentered, listOwnOrders, scrollBy } from './ladder.js';
import { write } from '../live/live-cells.js';
import { getElement } from '../page-parts.js';

const ladder = getElement('#ladder');
/** Where the whole page scrolls, the wheel is the page's (desk.css). */
const oneWindow = window.matchMedia('(min-width: 72rem) and (min-height: 44rem)');
const WHEEL_TICKS = 2;
/** Between an order that was out of sight and the edge. */
const ROWS_AROUND = 2;

const steps: Readonly<Record<string, number>> = { PageUp: LADDER_ROWS, PageDown: -LADDER_ROWS };

type Place = 'above' | 'below';
const signs: Readonly<Record<Place, string>> = { above: '↑', below: '↓' };

function createButton(onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.addEventListener('click', onPress);
  return button;
}

/** The orders out of sight on this side, the nearest first. */
function listOutOfSight(place: Place): { distance: number; ticks: number; mark: string }[] {
  const direction = place === 'above' ? 1 : -1;
  return listOwnOrders()
    .map(([ticks, mark]) => ({ distance: findDistance(ticks), ticks, mark }))
    .filter(({ distance }) => distance * direction > 0)
    .sort((one, other) => (one.distance - other.distance) * direction);
}

function drawOutOfSight(place: Place, button: HTMLButtonElement): void {
  const orders = listOutOfSight(place);
  const [nearest] = orders;
  button.hidden = nearest === undefined;
  if (nearest === undefined) return;
  const text = `${signs[place]} ${nearest.mark}${orders.length > 1 ? ` +${orders.length - 1}` : ''}`;
  if (button.textContent === text) return;
  write(button, text);
  button.title = `Show ${nearest.mark} at ${formatRowPrice(nearest.ticks)}`;
}

/** `onFirst` is called when it is scrolled for the first time: more of the book comes into sight. */
export function letScroll(onFirst: () => void): void {
  let hasScrolled = false;
  const scroll = (ticks: number): void => {
    if (!hasScrolled) onFirst();
    hasScrolled = true;
    scrollBy(ticks);
  };
  const createMark = (place: Place): HTMLButtonElement =>
    createButton(() => {
      const distance = listOutOfSight(place)[0]?.distance ?? 0;
      scroll(distance + Math.sign(distance) * ROWS_AROUND);
    });
  const [above, below] = [createMark('above'), createMark('below')];
  const center = createButton(centerOnMarket);
  center.textContent = '◎';
  center.title = 'Center the ladder on the market (m)';
  center.dataset.key = 'm';
  center.setAttribute('aria-label', 'Center');
  center.setAttribute('aria-disabled', 'true');
  const place = document.createElement('p');
  place.className = 'away';
  place.append(above, below, center);
  getElement('#moving').after(place);
  [above.hidden, below.hidden] = [true, true];

  ladder.addEventListener(
    'wheel',
    (event) => {
      if (!oneWindow.matches || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      scroll(-Math.sign(event.deltaY) * WHEEL_TICKS);
    },
    { passive: false },
  );
  ladder.addEventListener('keydown', (event) => {
    const ticks = steps[event.key];
    if (ticks !== undefined) scroll(ticks);
    else if (event.key === 'Home') centerOnMarket();
    else return;
    event.preventDefault();
  });
  document.addEventListener('ladder-drawn', () => {
    drawOutOfSight('above', above);
    drawOutOfSight('below', below);
    center.setAttribute('aria-disabled', String(isCentered()));
  });
}
