/* The curves of the health say their values under the pointer and by keyboard, and have their times in the reader's zone. Without this file they are drawings. */
import { completeWith } from './page-refresh.js';

/** As the server draws it: the newest value is at the right end. */
const CURVE_WIDTH = 180;
const CURVE = '.curve svg[data-values]';
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const toTheMinute = new Intl.DateTimeFormat('en-US', time);
const toTheSecond = new Intl.DateTimeFormat('en-US', { ...time, second: '2-digit' });

const readValues = ({ dataset: { values = '', unit = '' } }: SVGElement): string[] =>
  values.split('|').map((value) => (value === '–' ? value : value + unit));

/** What is said of the curve that is pointed at, or has the focus. */
let said: Readonly<{ curve: SVGElement; index: number }> | null = null;

/** Curves are moved along like a slider, and have their times in the reader's zone. */
function prepareCurves(root: ParentNode): void {
  for (const text of root.querySelectorAll<SVGElement>('.axis [data-at]'))
    text.textContent = toTheMinute.format(new Date(text.dataset.at ?? ''));
  for (const curve of root.querySelectorAll<SVGElement>(CURVE)) {
    const values = readValues(curve);
    const name = curve.getAttribute('aria-label') ?? '';
    const states = {
      role: 'slider',
      tabindex: 0,
      'aria-readonly': true,
      'aria-valuemin': 1,
      'aria-valuemax': values.length,
    };
    const value = { 'aria-valuenow': values.length, 'aria-valuetext': values.at(-1) ?? '', 'aria-label': name };
    for (const [key, state] of Object.entries({ ...states, ...value })) curve.setAttribute(key, String(state));
  }
}

function stopSaying(): void {
  const [note, mark] = [said?.curve.closest('figure')?.querySelector<HTMLElement>('.note'), findMark(said?.curve)];
  if (note) note.textContent = note.dataset.range ?? note.textContent;
  mark?.setAttribute('d', mark.dataset.hour ?? '');
  said = null;
}

const findMark = (curve: SVGElement | undefined): SVGElement | null =>
  curve?.querySelector<SVGElement>('.mark') ?? null;

function describe(curve: SVGElement, index: number): string {
  const { until = '', seconds = '' } = curve.closest<HTMLElement>('.curves')?.dataset ?? {};
  const values = readValues(curve);
  const at = Date.parse(until) - (values.length - 1 - index) * Number(seconds) * 1000;
  return `${toTheSecond.format(at)}: ${values[index] ?? ''}`;
}

/** The line of the value, beside that of the hour. */
function markValue(curve: SVGElement, x: number): void {
  const mark = findMark(curve);
  if (mark === null) return;
  mark.dataset.hour ??= mark.getAttribute('d') ?? '';
  mark.setAttribute('d', `${mark.dataset.hour}M${x} 0V32`);
}

function say(curve: SVGElement, wanted: number): void {
  const { length } = readValues(curve);
  const index = Math.min(Math.max(wanted, 0), length - 1);
  const words = describe(curve, index);
  if (said?.curve !== curve) stopSaying();
  said = { curve, index };
  const note = curve.closest('figure')?.querySelector<HTMLElement>('.note');
  if (note) {
    note.dataset.range ??= note.textContent;
    note.textContent = words;
  }
  markValue(curve, CURVE_WIDTH - length + 1 + index);
  curve.setAttribute('aria-valuenow', String(index + 1));
  curve.setAttribute('aria-valuetext', words);
}

const findCurve = ({ target }: Event): SVGElement | null =>
  target instanceof Element ? target.closest<SVGElement>(CURVE) : null;

function followPointer(event: PointerEvent): void {
  const curve = findCurve(event);
  if (curve === null) {
    if (said !== null && said.curve !== document.activeElement) stopSaying();
    return;
  }
  const { left, width } = curve.getBoundingClientRect();
  const x = Math.round(((event.clientX - left) / width) * CURVE_WIDTH);
  say(curve, x - CURVE_WIDTH + readValues(curve).length - 1);
}

function moveByKey(event: KeyboardEvent): void {
  const curve = findCurve(event);
  if (curve === null) return;
  const last = readValues(curve).length - 1;
  const index = said?.curve === curve ? said.index : last;
  const places: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: index - 1, ArrowDown: index - 1, ArrowRight: index + 1, ArrowUp: index + 1, Home: 0, End: last },
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  say(curve, place);
}

prepareCurves(document);
completeWith((page) => {
  prepareCurves(page);
  return Promise.resolve();
});
document.addEventListener('htmx:after:swap', () => {
  const before = said;
  said = null;
  if (before?.curve.isConnected === true) say(before.curve, before.index);
});
for (const type of ['pointermove', 'pointerdown'] as const) document.addEventListener(type, followPointer);
document.addEventListener('keydown', moveByKey);
document.addEventListener('focusin', (event) => {
  const curve = findCurve(event);
  if (curve !== null && said?.curve !== curve) say(curve, Infinity);
});
document.addEventListener('focusout', stopSaying);
