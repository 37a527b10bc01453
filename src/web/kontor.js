/* Comforts only: every page is complete without this file. */
import './keys.js';
import { forgetTyped } from './typed-secrets.js';

forgetTyped();

/** A button that takes the text of an element along, or at least selects it where the clipboard is closed. */
function createCopyButton(element, purpose = 'Copy') {
  const button = document.createElement('button');
  const say = (word) => {
    button.textContent = word;
    button.setAttribute('aria-label', word === 'Copy' ? purpose : word);
  };
  button.type = 'button';
  button.className = 'copier';
  say('Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element.textContent);
      say('Copied');
    } catch {
      const fold = element.closest('details');
      if (fold) fold.open = true;
      window.getSelection()?.selectAllChildren(element);
      say('Selected');
    }
    window.setTimeout(say, 2000, 'Copy');
  });
  return button;
}

/** A block of code can be selected by hand; this saves the hand. */
for (const pre of document.querySelectorAll('pre')) {
  const block = document.createElement('div');
  block.className = 'block';
  pre.replaceWith(block);
  block.append(pre, createCopyButton(pre));
}

/** The same for words in a line. What is folded away is copied without being shown. */
for (const code of document.querySelectorAll('code[data-copy]')) {
  (code.closest('details') ?? code).after(createCopyButton(code, code.dataset.copy));
}

/** A frame that holds more than it shows says so at the side where there is more. */
const frames = new window.ResizeObserver((entries) => {
  for (const { target } of entries) showHint(target.closest('.scroll'));
});
function showHint(frame) {
  frame.classList.toggle('more-right', frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
}
/** Those that arrive later as well: a live part may bring its frame anew. */
function watchFrames() {
  for (const frame of document.querySelectorAll('.scroll')) {
    frames.observe(frame);
    if (frame.firstElementChild) frames.observe(frame.firstElementChild);
    showHint(frame);
  }
}
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target.classList?.contains('scroll')) showHint(target);
  },
  { capture: true, passive: true },
);
document.addEventListener('htmx:after:swap', watchFrames);
watchFrames();

const zoned = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const zonedToTheMinute = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const timeOfToday = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: '2-digit' });

/** Pages show times in UTC; with a script they are shown in the reader's own zone, with UTC in the tooltip. Existing tooltips stay. */
export function formatTimes(root) {
  for (const time of root.querySelectorAll('time[datetime*="T"]:not([data-utc])')) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    const utc = time.textContent.trim();
    time.dataset.utc = utc;
    time.title = `${time.dateTime.replace('T', ' ').replace(/Z$/, '')} UTC`;
    time.textContent = formatFor(time, moment).format(moment);
  }
}

/** In narrow places: the time for today, and the date for other days; within a day, both. */
function formatFor(time, moment) {
  if ('clock' in time.dataset) return moment.toDateString() === new Date().toDateString() ? timeOfToday : dayAndTime;
  if ('brief' in time.dataset) return moment.toDateString() === new Date().toDateString() ? timeOfToday : day;
  return /:\d\d:/.test(time.dataset.utc) ? zoned : zonedToTheMinute;
}

formatTimes(document);
