/*
 * The market as it moves, over one WebSocket for the whole page. The page's session gets a ticket for it by the form token that stands in the page; when the session
 * ends, so does the stream. It is closed while nobody can see the page, and comes back by itself after a failure, later each time.
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Who was live for so long has a good connection, and begins with short pauses again. */
const STEADY_MS = 10_000;
/** A connection that has died says nothing, as does a market in which nothing happens: after a while of silence a question tells the two apart. */
const SILENCE_MS = 15_000;
const ANSWER_MS = 5_000;
/** What was not received by then is not shown by the market any more. */
const SNAPSHOT_MS = 1_500;

const watched = [];
const stateListeners = [];
let state = 'still';
let socket = null;
let isComing = false;
let attempts = 0;
let liveSince = 0;
let heardAt = 0;
let again = null;
let receivedKeys = null;
/** When the market was heard last, by the reader's clock; before that, when the page was made. */
let heardLast = Date.now();

export const lastHeard = () => new Date(heardLast);

/**
 * From now on the listener gets every item of these instruments and sides, first as they are now. What is gone has neither price nor quantity, or no levels.
 * `onStatus` hears whether they trade, as `{ instrument_id, status }`.
 */
export function watch(wanted, listener) {
  const one = { wanted, listener, ids: new Set(wanted.ids), sides: new Set(wanted.sides) };
  watched.push(one);
  if (socket?.readyState === WebSocket.OPEN) ask(one);
  else connect();
}

/** Hears at once how it is, and whenever that changes: still, live, waiting, ended, other. */
export function onState(listener) {
  stateListeners.push(listener);
  listener(state);
}

function say(next) {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener(state);
}

/* ---- coming and going ------------------------------------------------------------------------------------------------ */

async function connect() {
  if (document.hidden || isComing || socket !== null || watched.length === 0) return;
  window.clearTimeout(again);
  isComing = true;
  try {
    const ticket = await getTicket();
    if (ticket !== null && !document.hidden) open(ticket);
  } catch {
    reconnect();
  } finally {
    isComing = false;
  }
}

/** Null where to ask again would change nothing. */
async function getTicket() {
  const token = document.querySelector('input[name="form_token"]')?.value;
  if (token === undefined) return end('ended');
  const answer = await fetch('/tickets', {
    method: 'POST',
    headers: { accept: 'text/html', prefer: 'status=401' },
    body: new URLSearchParams({ form_token: token }),
    redirect: 'manual',
    signal: window.AbortSignal.timeout(ANSWER_MS),
  });
  // A user who is signed out is redirected; a user who has begun to act for a customer in another window has another stream.
  if (answer.type === 'opaqueredirect' || answer.status === 401) return end('ended');
  if (answer.status === 403) return end('other');
  const ticket = new DOMParser()
    .parseFromString(await answer.text(), 'text/html')
    .querySelector('#ticket')?.textContent;
  if (!answer.ok || !ticket) throw new Error(`no ticket: ${answer.status}`);
  return ticket;
}

function end(how) {
  say(how);
  return null;
}

function open(ticket) {
  const opened = new WebSocket(
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/marketdata/stream?ticket=${ticket}`,
  );
  socket = opened;
  opened.addEventListener('open', () => {
    receivedKeys = new Set();
    heardAt = performance.now();
    for (const one of watched) ask(one);
    window.setTimeout(clearMissing, SNAPSHOT_MS, receivedKeys);
  });
  opened.addEventListener('message', ({ data }) => {
    if (socket === opened) receive(JSON.parse(data));
  });
  opened.addEventListener('close', () => {
    if (socket !== opened) return;
    socket = null;
    reconnect();
  });
}

function reconnect() {
  if (document.hidden) return;
  say('waiting');
  if (liveSince > 0 && performance.now() - liveSince > STEADY_MS) attempts = 0;
  liveSince = 0;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts) * (0.75 + Math.random() / 2);
  attempts = Math.min(attempts + 1, 10);
  window.clearTimeout(again);
  again = window.setTimeout(connect, pause);
}

function disconnect() {
  const leaving = socket;
  socket = null;
  window.clearTimeout(again);
  leaving?.close();
}

/* ---- what is said ------------------------------------------------------------------------------------------------------ */

function ask({ wanted: { ids, sides, depth, onStatus } }) {
  socket.send(
    JSON.stringify({
      type: 'subscribe',
      instrument_ids: ids,
      sides,
      ...(depth && { depth }),
      ...(onStatus && { status: true }),
    }),
  );
}

function receive(item) {
  heardAt = performance.now();
  heardLast = Date.now();
  if (item.type === 'status')
    for (const { wanted, ids } of watched) if (ids.has(item.instrument_id)) wanted.onStatus?.(item);
  if (item.side === undefined) return;
  if (state !== 'live') {
    liveSince = heardAt;
    say('live');
  }
  receivedKeys?.add(`${item.instrument_id} ${item.side}`);
  publishItem(item);
}

function publishItem(item) {
  for (const { ids, sides, listener } of watched)
    if (sides.has(item.side) && ids.has(item.instrument_id)) listener(item);
}

/** Who comes is shown what there is; what there is no more since they were last here is said by nobody. */
function clearMissing(those) {
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
  const [{ wanted }] = watched;
  ask({ wanted: { ids: wanted.ids.slice(0, 1), sides: wanted.sides.slice(0, 1) } });
}, ANSWER_MS / 2);

document.addEventListener('visibilitychange', () => {
  if (document.hidden) disconnect();
  else connect();
});
window.addEventListener('online', () => {
  attempts = 0;
  connect();
});
window.addEventListener('pagehide', disconnect);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) connect();
});
