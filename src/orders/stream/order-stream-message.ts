import { formatUnknownName } from '../../errors/field-names.js';
import { MalformedJsonError } from '../../http/http-errors.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { type JsonObject, parseStrictJson, StrictJsonError } from '../../http/strict-json.js';
import { isId } from '../../http/wire-values.js';

/** A request whose outcome a client wants to know. The order is found by its name after a restart. */
export type RequestToResume = Readonly<{ id: string; acctId: number | null; clientOrderId: string | null }>;

/** A client's message. `body` is what `POST /orderactions` takes. */
export type OrderStreamMessage =
  | Readonly<{ type: 'actions'; id: string; body: JsonObject }>
  | Readonly<{ type: 'resume'; session: string; after: number | null; requests: readonly RequestToResume[] }>;

/** More than a client has unanswered, because some answers are on their way. */
const RESUMED_REQUESTS_MAX = 200;

const ID = /^[!-~]{1,64}$/;

/** Throws the problem of an unreadable message. */
export function parseOrderStreamMessage(text: string): OrderStreamMessage {
  const fields = parseMessageJson(text);
  if (fields['type'] === 'resume') return parseResume(fields);
  rejectUnknown(fields, ['id', 'action', 'actions'], '');
  const id = parseRequestId(fields['id'], '/id');
  const { action, actions } = fields;
  if ((action === undefined) === (actions === undefined))
    throw createInvalidRequest('/action', 'send either action or actions, or {"type":"resume"}');
  if (action === undefined) return { type: 'actions', id, body: { actions } };
  if (!isJsonObject(action)) throw createInvalidRequest('/action', 'action must be an order action, a JSON object');
  if ('actions' in action) throw createInvalidRequest('/action', 'send a list as actions, in place of action');
  return { type: 'actions', id, body: action };
}

/** The id of a message that cannot be accepted, so that its answer has it; null if there is none. */
export function findRequestId(text: string): string | null {
  try {
    const { id } = JSON.parse(text) as Readonly<{ id?: unknown }>;
    return typeof id === 'string' && ID.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Pointers lead into the action, as over HTTP. */
function parseMessageJson(text: string): JsonObject {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const pointer = error.pointer.replace(/^\/action(?=\/|$)/, '');
    if (error.isSyntaxError) throw new MalformedJsonError(pointer, error.message);
    throw createInvalidRequest(pointer, error.message);
  }
}

function parseResume(fields: JsonObject): OrderStreamMessage {
  rejectUnknown(fields, ['type', 'session', 'after', 'requests'], '');
  const { session, after, requests } = fields;
  if (typeof session !== 'string' || !ID.test(session))
    throw createInvalidRequest('/session', 'session must be the session of the earlier connection');
  if (after !== undefined && !isId(after))
    throw createInvalidRequest('/after', 'after must be the highest id of an order action that you have received');
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > RESUMED_REQUESTS_MAX)
    throw createInvalidRequest('/requests', `requests must be a list of 1 to ${RESUMED_REQUESTS_MAX} requests`);
  return { type: 'resume', session, after: after ?? null, requests: requests.map(parseRequestToResume) };
}

function parseRequestToResume(request: unknown, index: number): RequestToResume {
  const path = `/requests/${index}`;
  if (!isJsonObject(request)) throw createInvalidRequest(path, 'a request is an object with its id');
  rejectUnknown(request, ['id', 'acct_id', 'client_order_id'], path);
  const { acct_id: acctId, client_order_id: clientOrderId } = request;
  const id = parseRequestId(request['id'], `${path}/id`);
  if (acctId === undefined && clientOrderId === undefined) return { id, acctId: null, clientOrderId: null };
  if (!isId(acctId)) throw createInvalidRequest(`${path}/acct_id`, 'acct_id must be the account of the order');
  if (typeof clientOrderId !== 'string')
    throw createInvalidRequest(`${path}/client_order_id`, 'client_order_id must be that of the order');
  return { id, acctId, clientOrderId };
}

function parseRequestId(id: unknown, pointer: string): string {
  if (typeof id === 'string' && ID.test(id)) return id;
  throw createInvalidRequest(pointer, 'id must be a text of 1 to 64 visible ASCII characters');
}

function rejectUnknown(fields: JsonObject, known: readonly string[], path: string): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw createInvalidRequest(`${path}/${unknown}`, formatUnknownName(unknown, known));
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const createInvalidRequest = (pointer: string, message: string): InvalidRequestError =>
  new InvalidRequestError([{ pointer, message }]);
