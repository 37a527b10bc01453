/*
 * The market as it moves, over one WebSocket for the whole page. The page's session gets a ticket for it by the form token that stands in the page; when the session
 * ends, so does the stream. It is closed while nobody can see the page, and comes back by itself after a failure, later each time.
 */
import { takeNewSession } from './new-session.js';
import { fetchPage, parsePage } from '../page-parts.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Who was live for so long has a good connection, and begins with short pauses again. */
const STEADY_MS = 10_000;
/** A connection that has died says nothing, as does a market in which nothing happens: after a while of silence a question tells the two apart. */
const SILENCE_MS = 15_000;
const ANSWER_MS = 5_000;
/** What was not received by then is not shown by the market any more. */
const SNAPSHOT_MS = 1_500;

export type StreamSide = 'Last' | 'Buy' | 'Sell' | 'High' | 'Low' | 'Volume' | 'BuyDepth' | 'SellDepth';
export type Level = Readonly<{ price: number; quantity: number; orders: number }>;

/** A value of the market; one that is gone has neither price nor quantity, or no levels. */
export type StreamItem = Readonly<{
  instrument_id: number;
  side: StreamSide;
  price: number | null;
  quantity: number | null;
  levels?: readonly Level[];
  time?: string;
  seq?: number;
  previous_seq?: number | null;
}>;

export type TradingStatus = Readonly<{ instrument_id: number; status: string }>;
type StatusMessage = TradingStatus & Readonly<{ type: 'status' }>;

/** `still`: not connected yet. `ended`: signed out. `other`: another user's, since acting began or ended elsewhere. */
export type StreamState = 'still' | 'live' | 'waiting' | 'ended' | 'other';

type Selection = Readonly<{
  ids: readonly number[];
  sides: readonly StreamSide[];
  depth?: number;
  onStatus?: (status: TradingStatus) => void;
}>;
type ItemListener = (item: StreamItem) => void;
type Watch = { wanted: Selection } & Readonly<{ listener: ItemListener; ids: Set<number>; sides: Set<StreamSide> }>;

const watched: Watch[] = [];
const stateListeners: ((state: StreamState) => void)[] = [];
let state: StreamState = 'still';
let socket: WebSocket | null = null;
let isComing = false;
let attempts = 0;
let liveSince = 0;
let heardAt = 0;
let again: number | undefined;
let receivedKeys: Set<string> | null = null;
/** When the market was heard last, by the reader's clock; before that, when the page was made. */
let heardLast = Date.now();

export const lastHeard = (): Date => new Date(heardLast);

/**
 * From now on the listener gets every item of these instruments and sides, first as they are now. What is gone has neither price nor quantity, or no levels.
 * `onStatus` hears whether they trade, as `{ instrument_id, status }`. What comes back changes how many levels there are from then on.
 */
export function watch(wanted: Selection, listener: ItemListener): (depth: number) => void {
  const one: Watch = { wanted, listener, ids: new Set(wanted.ids), sides: new Set(wanted.sides) };
  watched.push(one);
  if (!subscribe(wanted)) void connect();
  return (depth) => {
    one.wanted = { ...wanted, depth };
    subscribe(one.wanted);
  };
}

/** Hears at once how it is, and whenever that changes: still, live, waiting, ended, other. */
export function onState(listener: (state: StreamState) => void): void {
  stateListeners.push(listener);
  listener(state);
}

function setState(next: StreamState): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener(state);
}

/** Also while a response is awaited. */
const isHidden = (): boolean => document.hidden;

/* ---- coming and going ------------------------------------------------------------------------------------------------ */

async function connect(): Promise<void> {
  if (document.hidden || isComing || socket !== null || watched.length === 0) return;
  window.clearTimeout(again);
  isComing = true;
  try {
    const ticket = await getTicket();
    if (ticket !== null && !isHidden()) open(ticket);
  } catch {
    reconnect();
  } finally {
    isComing = false;
  }
}

/** Null where to ask again would change nothing. */
async function getTicket(isSecond = false): Promise<string | null> {
  const token = document.querySelector<HTMLInputElement>('input[name="form_token"]')?.value;
  if (token === undefined) return end('ended');
  const answer = await fetchPage('/tickets', {
    method: 'POST',
    body: new URLSearchParams({ form_token: token }),
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  // A user who is signed out is redirected; a user who has begun to act for a customer in another window has another stream.
  if (answer.type === 'opaqueredirect' || answer.status === 401) return end('ended');
  if (answer.status === 403) return followSession(isSecond);
  const ticket = parsePage(await answer.text()).querySelector('#ticket')?.textContent;
  if (!answer.ok || !ticket) throw new Error(`no ticket: ${answer.status}`);
  return ticket;
}

/** Where a session had ended that there is again. */
export function connectAgain(): void {
  if (state === 'ended' || state === 'other') void connect();
}

const followSession = async (isSecond: boolean): Promise<string | null> =>
  !isSecond && (await takeNewSession()) ? getTicket(true) : end('other');

function end(how: 'ended' | 'other'): null {
  setState(how);
  return null;
}

function open(ticket: string): void {
  const opened = new WebSocket(
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/marketdata/stream?ticket=${ticket}`,
  );
  socket = opened;
  opened.addEventListener('open', () => {
    receivedKeys = new Set<string>();
    heardAt = performance.now();
    for (const { wanted } of watched) subscribe(wanted);
    window.setTimeout(clearMissing, SNAPSHOT_MS, receivedKeys);
  });
  opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (socket === opened) receive(JSON.parse(data) as StreamItem | StatusMessage);
  });
  opened.addEventListener('close', () => {
    if (socket !== opened) return;
    socket = null;
    reconnect();
  });
}

function reconnect(): void {
  if (document.hidden) return;
  setState('waiting');
  if (liveSince > 0 && performance.now() - liveSince > STEADY_MS) attempts = 0;
  liveSince = 0;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts) * (0.75 + Math.random() / 2);
  attempts = Math.min(attempts + 1, 10);
  window.clearTimeout(again);
  again = window.setTimeout(() => void connect(), pause);
}

function disconnect(): void {
  const leaving = socket;
  socket = null;
  window.clearTimeout(again);
  leaving?.close();
}

/* ---- what is said ------------------------------------------------------------------------------------------------------ */

/** False while there is no stream; what is watched is asked for as soon as there is one. */
function subscribe({ ids, sides, depth, onStatus }: Selection): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(
    JSON.stringify({
      type: 'subscribe',
      instrument_ids: ids,
      sides,
      ...(depth && { depth }),
      ...(onStatus && { status: true }),
    }),
  );
  return true;
}

function receive(item: StreamItem | StatusMessage): void {
  heardAt = performance.now();
  heardLast = Date.now();
  if ('status' in item) {
    for (const { wanted, ids } of watched) if (ids.has(item.instrument_id)) wanted.onStatus?.(item);
  }
  if (!('side' in item)) return;
  if (state !== 'live') {
    liveSince = heardAt;
    setState('live');
  }
  receivedKeys?.add(`${item.instrument_id} ${item.side}`);
  publishItem(item);
}

function publishItem(item: StreamItem): void {
  for (const { ids, sides, listener } of watched)
    if (sides.has(item.side) && ids.has(item.instrument_id)) listener(item);
}

/** Who comes is shown what there is; what there is no more since they were last here is said by nobody. */
function clearMissing(those: Set<string>): void {
  if (those !== receivedKeys || socket === null) return;
  for (const { wanted, listener } of watched) {
    for (const id of wanted.ids) {
      for (const side of wanted.sides)
        if (!those.has(`${id} ${side}`)) listener({ instrument_id: id, side, price: null, quantity: null, levels: [] });
    }
  }
  receivedKeys = null;
}

window.setInterval(() => {
  const silence = performance.now() - heardAt;
  if (socket?.readyState !== WebSocket.OPEN || silence < SILENCE_MS) return;
  if (silence > SILENCE_MS + ANSWER_MS) {
    disconnect();
    reconnect();
    return;
  }
  const [first] = watched;
  if (first) subscribe({ ids: first.wanted.ids.slice(0, 1), sides: first.wanted.sides.slice(0, 1) });
}, ANSWER_MS / 2);

document.addEventListener('visibilitychange', () => {
  if (document.hidden) disconnect();
  else void connect();
});
window.addEventListener('focus', connectAgain);
window.addEventListener('online', () => {
  attempts = 0;
  void connect();
});
window.addEventListener('pagehide', disconnect);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void connect();
});
