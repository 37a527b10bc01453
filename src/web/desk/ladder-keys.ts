/* The prices of the ladder are one stop of the Tab key, and arrow keys go from one to the next. Without this file each price is a stop. */
import { findTarget, getElement } from '../page-parts.js';

const ladder = getElement('#ladder');
const PRICE = 'tbody td:nth-child(3) > a';
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const listPrices = (): HTMLAnchorElement[] => [...ladder.querySelectorAll<HTMLAnchorElement>(PRICE)];

/** The best bid, or where it would be, until another price has had the focus. */
const findMiddle = (): HTMLElement | null => ladder.querySelector<HTMLElement>('.lower a');

let stop: HTMLElement | null = null;

function setStop(price: HTMLElement | null): void {
  stop = price;
  for (const link of listPrices()) {
    const index = link === stop ? 0 : -1;
    if (link.getAttribute('tabindex') !== String(index)) link.tabIndex = index;
  }
}

/** Rows come and go with the height of the window, and those at the ends are hidden in a narrow one. */
const keepStop = (): void => setStop(stop?.isConnected === true ? stop : findMiddle());

function moveByKey(event: KeyboardEvent): void {
  const step = steps[event.key];
  const price = findTarget(event, PRICE);
  if (step === undefined || price === null) return;
  event.preventDefault();
  const prices = listPrices().filter((link) => link.checkVisibility());
  prices[prices.findIndex((link) => link === price) + step]?.focus();
}

export function moveAlongPrices(): void {
  ladder.addEventListener('keydown', moveByKey);
  ladder.addEventListener('focusin', (event) => {
    const price = findTarget(event, PRICE);
    if (price !== null) setStop(price);
  });
  window.addEventListener('resize', () => setStop(stop?.matches(':focus') === true ? stop : findMiddle()));
  document.addEventListener('ladder-drawn', keepStop);
  keepStop();
}
