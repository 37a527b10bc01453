/* Comforts only: every page is complete without this file. */
import './keys.js';

/** A button that takes the text of an element along, or at least selects it where the clipboard is closed. */
function createCopyButton(element: HTMLElement, purpose = 'Copy'): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copier' });
  const setLabel = (text: string): void => {
    button.textContent = text;
    button.setAttribute('aria-label', text === 'Copy' ? purpose : text);
  };
  setLabel('Copy');
  button.addEventListener('click', () => {
    void copyText(element).then((isCopied) => {
      setLabel(isCopied ? 'Copied' : 'Selected');
      window.setTimeout(setLabel, 2000, 'Copy');
    });
  });
  return button;
}

async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    const fold = element.closest('details');
    if (fold) fold.open = true;
    window.getSelection()?.selectAllChildren(element);
    return false;
  }
}

/** A block of code can be selected by hand; this saves the hand. */
for (const pre of document.querySelectorAll('pre')) {
  const block = document.createElement('div');
  block.className = 'block';
  pre.replaceWith(block);
  block.append(pre, createCopyButton(pre));
}

/** The same for words in a line. What is folded away is copied without being shown. */
for (const code of document.querySelectorAll<HTMLElement>('code[data-copy]')) {
  (code.closest('details') ?? code).after(createCopyButton(code, code.dataset.copy));
}

/** A frame that holds more than it shows says so at the side where there is more. */
const frames = new ResizeObserver((entries) => {
  for (const { target } of entries) showHint(target.closest('.scroll'));
});
/** One that holds its whole table need not scroll: the head of a list sticks to the window then. */
function showHint(frame: Element | null): void {
  frame?.classList.toggle('too-wide', frame.clientWidth < frame.scrollWidth - 1);
  frame?.classList.toggle('more-right', frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
}
/** Those that arrive later as well: a live part may bring its frame anew. */
function watchFrames(): void {
  for (const frame of document.querySelectorAll('.scroll')) {
    frames.observe(frame);
    if (frame.firstElementChild) frames.observe(frame.firstElementChild);
    showHint(frame);
  }
}
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target instanceof Element && target.classList.contains('scroll')) showHint(target);
  },
  { capture: true, passive: true },
);
document.addEventListener('htmx:after:swap', watchFrames);
watchFrames();

/** On a narrow screen the links of a module are one line, with the link that leads here in sight. */
function showCurrentLinks(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('.tabs, .siblings')) {
    const link = bar.querySelector<HTMLElement>('ul [aria-current]');
    if (link === null || bar.scrollWidth <= bar.clientWidth) continue;
    const [outer, inner] = [bar.getBoundingClientRect(), link.getBoundingClientRect()];
    bar.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }
}
showCurrentLinks();

const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const seconds = { ...minutes, second: '2-digit' } as const;

/** Swedish writes `2026-01-30 15:04:05`: as the dates of sessions and statements, and as the files. */
const createFormat = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', parts);

const zoned = createFormat({ ...date, ...seconds });
const zonedToTheMinute = createFormat({ ...date, ...minutes });
const timeOfToday = createFormat(seconds);
const day = createFormat(date);

/** Pages show times in UTC; with a script they are shown in the reader's own zone, with UTC in the tooltip. Existing tooltips stay. */
export function formatTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime*="T"]:not([data-utc])')) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    const utc = time.textContent.trim();
    time.dataset.utc = utc;
    time.title = `${time.dateTime.replace('T', ' ').replace(/Z$/, '')} UTC`;
    time.textContent = selectFormat(time, moment).format(moment);
  }
}

/** In narrow places: the time for today, and the date for other days; within a day, both. */
function selectFormat(time: HTMLTimeElement, moment: Date): Intl.DateTimeFormat {
  const isToday = moment.toDateString() === new Date().toDateString();
  if ('clock' in time.dataset) return isToday ? timeOfToday : zonedToTheMinute;
  if ('brief' in time.dataset) return isToday ? timeOfToday : day;
  return /:\d\d:/.test(time.dataset.utc ?? '') ? zoned : zonedToTheMinute;
}

/*
 * What a reader typed into the forms of the documentation stays in the tab's session storage, with the name of the user who was signed
 * in. When another user or nobody is signed in, it is removed by the next page that this tab shows.
 */
const PREFIX = 'try.';
const OWNER = `${PREFIX}person`;

const userName = document.querySelector('.person strong')?.textContent ?? '';

export const readTypedSecret = (name: string): string => sessionStorage.getItem(PREFIX + name) ?? '';

export function keepTyped(name: string, value: string): void {
  sessionStorage.setItem(OWNER, userName);
  sessionStorage.setItem(PREFIX + name, value);
}

/** Storage may be closed to this page; then nothing was kept. */
function forgetTyped(): void {
  try {
    const owner = sessionStorage.getItem(OWNER) ?? '';
    if (owner === '' || owner === userName) return;
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    /* Nothing to forget. */
  }
}

forgetTyped();
formatTimes(document);
const zone = document.querySelector('[data-zone]');
if (zone) zone.textContent = zoned.resolvedOptions().timeZone;
