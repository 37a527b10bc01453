/* Alerts that trigger while a page is open: a message on every page, and a sound by choice. The page of alerts has what they are. */
import { formatTimes } from './kontor.js';
import { onEvents, onGap, onOpen } from './live/live.js';
import { createLink, findElement, getElement, listRows, loadPage } from './page-parts.js';
import { refresh } from './page-refresh.js';

const STORED = 'kontor-alert-sound';
/** A window in the background is not live: it asks now and then. */
const HIDDEN_EVERY_MS = 15_000;
/** So long nobody else plays the sound of the same alert. */
const SOUND_MS = 5_000;
const TONES = [880, 1_320] as const;

let last = Number(document.querySelector<HTMLMetaElement>('meta[name="alerts"]')?.content ?? 0);
let isAsking = false;
/** Something triggered while the page of alerts was on its way: that page may be older. */
let isBehind = false;

/* ---- messages -------------------------------------------------------------------------------------------------------------- */

/** It stands before anything is said in it, so that screen readers announce what comes. */
const region = document.createElement('div');
region.id = 'alert-messages';
region.setAttribute('role', 'status');
getElement('main').before(region);

/** The newest stay in sight; the page of alerts has all. */
const SHOWN_MAX = 3;
let hidden = 0;
const rest = document.createElement('div');
const dismissAll = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Dismiss all' });
dismissAll.addEventListener('click', () => {
  for (const message of listMessages()) message.remove();
  showRest();
  keepFocus();
});

const listMessages = (): HTMLElement[] => [...region.querySelectorAll('p')];

/** Where the keyboard goes on when a message has gone. */
const keepFocus = (): void => (region.querySelector('button') ?? getElement('main')).focus();

function showRest(): void {
  const messages = listMessages();
  if (messages.length === 0) hidden = 0;
  if (messages.length + hidden < 2) rest.remove();
  else {
    rest.replaceChildren(hidden === 0 ? '' : createLink('/alerts', `${hidden} more`), dismissAll);
    region.append(rest);
  }
}

function limitMessages(): void {
  for (const message of listMessages().slice(0, -SHOWN_MAX)) {
    message.remove();
    hidden += 1;
  }
}

function showMessage(row: HTMLTableRowElement): void {
  const [terms = '', at = '', , note = ''] = [...row.cells].map((cell) => cell.textContent.trim());
  const message = document.createElement('p');
  const dismiss = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Dismiss' });
  message.className = 'flash';
  dismiss.addEventListener('click', () => {
    message.remove();
    showRest();
    keepFocus();
  });
  message.append(createLink('/alerts', `Alert: ${terms}`), ` ${at}${note === '' ? '' : ` · ${note}`}`, dismiss);
  region.insertBefore(message, rest.parentElement === region ? rest : null);
}

/** Shows what has triggered since, the oldest first. */
async function showNews(): Promise<void> {
  isBehind = isAsking;
  if (isAsking) return;
  isAsking = true;
  const page = await loadPage('/alerts');
  isAsking = false;
  const rows = page === null ? [] : listRows(page, '[data-notice]');
  const news = rows.filter((row) => Number(row.dataset.notice) > last).reverse();
  for (const row of news) showMessage(row);
  if (news.length > 0) {
    limitMessages();
    showRest();
  }
  last = Math.max(last, ...rows.map((row) => Number(row.dataset.notice)));
  if (news.length > 0) void playOnce(last);
  if (news.length > 0 && findElement('#alert-lists') !== null) refresh('#alert-lists');
  formatTimes(region);
  if (isBehind) void showNews();
}

/* ---- sound ------------------------------------------------------------------------------------------------------------------ */

const isSoundOn = (): boolean => {
  try {
    return localStorage.getItem(STORED) === 'on';
  } catch {
    return false;
  }
};

/** Two short tones. A browser plays nothing before its user has pressed something on the page. */
function play(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.15;
  volume.connect(audio.destination);
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + index * 0.18);
    tone.stop(audio.currentTime + index * 0.18 + 0.15);
  }
  window.setTimeout(() => void audio.close(), 1_000);
}

/** One of the windows plays it. */
async function playOnce(notice: number): Promise<void> {
  if (!isSoundOn()) return;
  if (!('locks' in navigator)) {
    play();
    return;
  }
  await navigator.locks.request(`kontor alert ${notice}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    play();
    await new Promise((resolve) => window.setTimeout(resolve, SOUND_MS));
  });
}

/** The switch on the page of alerts. */
for (const place of document.querySelectorAll('[data-sound]')) {
  const label = document.createElement('label');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: isSoundOn() });
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(STORED, box.checked ? 'on' : 'off');
    } catch {
      /* Where nothing is kept, it stays silent. */
    }
    if (box.checked) play();
  });
  label.append(box, 'Play a sound in this browser');
  place.replaceChildren(label);
}

/* ---- when to look ------------------------------------------------------------------------------------------------------------ */

onEvents(['alert'], () => void showNews());
onGap(() => void showNews());
onOpen(() => void showNews());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void showNews();
});
window.setInterval(() => {
  if (document.hidden) void showNews();
}, HIDDEN_EVERY_MS);
void showNews();
