import { callers, type Role, roles, type CallerContext } from './callers.js';
import type { TestApp } from './test-app.js';
import type { ExpectedStatus, Row, SentRequest } from './matrix.js';
import { withLimits } from './matrix-scopes.js';
import { people, type Person } from './people.js';

type Answer = Awaited<ReturnType<TestApp['request']>>;

const columns = ['own', 'another’s', 'missing'] as const;

type Column = (typeof columns)[number];
type Cell = Readonly<{ role: Role; column: Column; expected: ExpectedStatus; mayTell: boolean }>;
type CellResult = Readonly<{ faults: readonly string[]; text: string }>;

/** So many roles at a time: each makes its own objects with several requests, and the service has twenty connections to its database. */
const ROLES_AT_ONCE = 9;

/** Sends every role to the endpoint, with its own object, another's and a missing one. Gives what is not as the row says. */
export async function walk(testApp: TestApp, listed: Row): Promise<string[]> {
  const row = withLimits(listed);
  const faults: string[][] = [];
  for (let at = 0; at < roles.length; at += ROLES_AT_ONCE)
    faults.push(...(await Promise.all(roles.slice(at, at + ROLES_AT_ONCE).map((role) => visits(testApp, row, role)))));
  return faults.flat();
}

async function visits(testApp: TestApp, row: Row, role: Role): Promise<string[]> {
  const [own, others, missing] = columns.map((_column, index) => meetingIn(row, role, index)) as [
    ExpectedStatus,
    ExpectedStatus,
    ExpectedStatus,
  ];
  const mayTell = others !== missing || mayTellByRight(row, role);
  const first = await context(testApp, row, { role, column: 'own', expected: own, mayTell });
  if (!row.object) return [...first.faults];
  const another = await context(testApp, row, { role, column: 'another’s', expected: others, mayTell });
  const none = await context(testApp, row, { role, column: 'missing', expected: missing, mayTell });
  const difference = mayTell ? null : differenceOf(another.text, none.text);
  return [
    ...first.faults,
    ...another.faults,
    ...none.faults,
    ...(difference === null ? [] : [`${role} can tell another’s from a missing one: ${difference}`]),
  ];
}

function meetingIn({ statuses }: Row, role: Role, index: number): ExpectedStatus {
  const expected = statuses[role];
  return typeof expected === 'object' ? (expected[index] as ExpectedStatus) : expected;
}

function mayTellByRight({ mayTellApart = [] }: Row, role: Role): boolean {
  return mayTellApart === 'everybody' || mayTellApart.includes(role);
}

/** One request to the endpoint, by a user without a history. */
async function context(testApp: TestApp, row: Row, { role, column, expected, mayTell }: Cell): Promise<CellResult> {
  const comer = await callers[role](testApp);
  const object = await objectFor(testApp, row, column, comer.person);
  // A user who may not learn that there is something must not change it either.
  const mustStay = column !== 'own' && !mayTell;
  const before = mustStay ? await stateOf(testApp, row, object) : '';
  const where = `${role}, ${column}`;
  try {
    const answer = await sendRequest(testApp, row, { object, comer });
    const met = meetingOf(answer);
    const isHurt = mustStay && (await stateOf(testApp, row, object)) !== before;
    const faults = [
      ...(met === expected ? [] : [`${where}: ${expected} expected, ${met} met: ${answer.body.slice(0, 300)}`]),
      ...(isHurt ? [`${where}: it is not theirs, and was changed all the same`] : []),
      ...(await headFaults(testApp, row, { object, comer, met, where })),
    ];
    return { faults, text: mustStay ? readText(answer, object, comer) : '' };
  } catch (error) {
    return { faults: [`${where}: ${(error as Error).message}`], text: '' };
  }
}

/** HEAD is GET without its body (RFC 9110 §9.3.2), and nobody may learn more by it. */
async function headFaults(
  testApp: TestApp,
  row: Row,
  { object, comer, met, where }: Readonly<{ object: string; comer: CallerContext; met: ExpectedStatus; where: string }>,
): Promise<string[]> {
  if (!row.endpoint.startsWith('GET ')) return [];
  const head = await sendRequest(testApp, row, { object, comer, method: 'HEAD' });
  return meetingOf(head) === met && head.body === '' ? [] : [`${where}: HEAD met ${meetingOf(head)} and GET ${met}`];
}

async function stateOf(testApp: TestApp, { object: kind }: Row, object: string): Promise<string> {
  return kind ? JSON.stringify(await kind.state(testApp, object)) : '';
}

async function objectFor(testApp: TestApp, { object }: Row, column: Column, own: Person): Promise<string> {
  if (!object) return '';
  if (column === 'missing') return object.missing;
  return object.make(testApp, column === 'own' ? own : await people.newUser(testApp));
}

/** A request as it is sent: what an honest caller would send there, whatever comes of it. */
export type Request = Readonly<{
  method: string;
  url: string;
  accept: string;
  headers: Readonly<Record<string, string>>;
  body: object | null;
}>;

/** What a user sends to the endpoint of a row. */
export async function requestTo(
  testApp: TestApp,
  row: Row,
  { object, comer, method }: Readonly<{ object: string; comer: CallerContext; method?: 'HEAD' }>,
): Promise<Request> {
  const [listed = '', pattern = ''] = row.endpoint.split(' ');
  const sent = (await row.send?.(object, comer, testApp)) ?? {};
  const address = pattern.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(sent.path?.[name] ?? object),
  );
  const proof = listed === 'GET' || row.isAnyones === true ? {} : comer.formFields;
  const { headers, body } = contentOf(sent, proof);
  return {
    method: method ?? listed,
    url: `${address}${sent.query ?? ''}`,
    accept: comer.accept,
    headers: { ...comer.headers, ...headers },
    body,
  };
}

async function sendRequest(
  testApp: TestApp,
  row: Row,
  by: Readonly<{ object: string; comer: CallerContext; method?: 'HEAD' }>,
): Promise<Answer> {
  const { method, url, accept, headers, body } = await requestTo(testApp, row, by);
  return testApp.request(method as 'GET', url, { accept, headers, ...(body && { body }) });
}

/** `proof` is what a page of the service puts into its forms. */
function contentOf(
  { form, body }: SentRequest,
  proof: Readonly<Record<string, string>>,
): { headers: Record<string, string>; body: object | null } {
  if (body !== undefined) return { headers: {}, body: { ...body, ...proof } };
  const fields = { ...form, ...proof };
  const isEmpty = form === undefined && Object.keys(proof).length === 0;
  return isEmpty
    ? { headers: {}, body: null }
    : { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: fields };
}

/** The way to the home page is all of it: the address, the session taken away, the flash that says why, the challenge. */
function meetingOf({ statusCode, headers }: Answer): ExpectedStatus {
  const cookies = [headers['set-cookie'] ?? []].flat().join('\n');
  const isLogin =
    headers.location === '/' &&
    /session=;.*Max-Age=0/.test(cookies) &&
    /flash=(?!;)/.test(cookies) &&
    headers['www-authenticate'] !== undefined;
  return statusCode === 303 && isLogin ? 'login' : statusCode;
}

const different = new Set(['date', 'x-request-id', 'content-length', 'keep-alive', 'connection']);

/** Everything that an answer tells, but for what differs from one to the next: the request's id and time, the number under which an action is kept, what was asked for, and who asks. */
function readText(
  { statusCode, headers, body }: Answer,
  object: string,
  { person, formFields }: CallerContext,
): string {
  const shown = Object.entries(headers)
    .filter(([name]) => !different.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // The number 127 is not that of 127.0.0.1, 3000 not the port behind it, 303 not that of a status, 401 not that which an example prefers, 39 not that of an apostrophe, 22 not the width of a picture, and 1 not the scale of a page.
  const asked = new RegExp(
    `(?<![\\w.-]|&#|127\\.0\\.0\\.1:|status=|"status":|<title>|class="status">|width="|height="|initial-scale=)${object}(?![\\w-]|[.]\\d)`,
    'g',
  );
  const bare = [person.email, ...Object.values(formFields)].reduce(
    (text, name) => text.replaceAll(name, '<asking>'),
    body,
  );
  const timeless = bare.replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z/g, '<time>');
  const unnumbered = timeless.replaceAll(
    /(?<=\{"id":)\d+(?=,"action_type")|(?<=>)\d+(?=<\/span><\/td><\/tr>\s*<tr><th scope="row">action_type)/g,
    '<action>',
  );
  const text = unnumbered
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<request>')
    .replaceAll(asked, '<object>');
  return JSON.stringify([statusCode, shown, text]);
}

/** Where two answers begin to differ, or null. */
function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${one.slice(Math.max(0, at - 60), at + 100)} … ${other.slice(Math.max(0, at - 60), at + 100)}`;
}
