import { type Role, roles, type CallerContext } from './callers.js';
import type { TestApp } from './test-app.js';
import type { ObjectKind } from './matrix-objects.js';

/** What a role meets: a status, or `login` for the interface's way to the home page (§7). */
export type ExpectedStatus = number | 'login';

/** The same for every object, or one for the role's own, for another's and for one that nobody has. */
export type ExpectedStatuses =
  ExpectedStatus | readonly [own: ExpectedStatus, others: ExpectedStatus, missing: ExpectedStatus];

/** What is sent along. `form` is sent as a form, `path` fills in the parameters of the address. */
export type SentRequest = Readonly<{
  body?: object;
  form?: Readonly<Record<string, string>>;
  path?: Readonly<Record<string, string>>;
  query?: string;
}>;

/** One endpoint, and what everybody meets there. An endpoint may have several rows, distinguished by `when`. */
export type Row = Readonly<{
  endpoint: string;
  when?: string;
  statuses: Readonly<Record<Role, ExpectedStatuses>>;
  /** What the endpoint is about. Its name fills in the address's parameter, or what `send` makes of it. */
  object?: ObjectKind;
  send?: (object: string, context: CallerContext, testApp: TestApp) => SentRequest | Promise<SentRequest>;
  /** Who may tell another's object from a missing one though both are answered alike; `everybody`, where its name is no secret. */
  mayTellApart?: 'everybody' | readonly Role[];
  /** A form that anybody may write, and that carries nothing to show who wrote it. */
  isAnyones?: boolean;
}>;

const all = (expected: ExpectedStatuses): Record<Role, ExpectedStatuses> =>
  Object.fromEntries(roles.map((role) => [role, expected])) as Record<Role, ExpectedStatuses>;

/** Open to everybody alike, whatever they show. */
export const open = (
  expected: ExpectedStatuses,
  exceptions: Partial<Record<Role, ExpectedStatuses>> = {},
): Record<Role, ExpectedStatuses> => ({ ...all(expected), ...exceptions });

/** Behind Basic credentials. */
export const withAKey = (expected: ExpectedStatuses): Record<Role, ExpectedStatuses> => ({
  ...all('login'),
  'a key alone': expected,
});

/** Behind an access token, or a session where a page is asked for: a user who shows a live one meets `expected`, unless the exceptions say otherwise. */
export const withAToken = (
  expected: ExpectedStatuses,
  exceptions: Partial<Record<Role, ExpectedStatuses>> = {},
): Record<Role, ExpectedStatuses> => ({
  ...all(expected),
  ...{
    anonymous: 'login',
    'a key alone': 'login',
    'a revoked token': 'login',
    'an expired token': 'login',
    'a disabled user': 'login',
    'a disabled key': 'login',
  },
  'a session that asks for JSON': 'login',
  ...exceptions,
});

/** Behind a session, and for pages alone. */
export const withASession = (expected: ExpectedStatuses): Record<Role, ExpectedStatuses> => ({
  ...all('login'),
  'a session that asks for a page': expected,
});

/** What the rows promise by themselves must hold before anybody sends requests: to be refused another's object is to be refused a missing one. */
export function contradictions(rows: readonly Row[]): string[] {
  return rows.flatMap(({ endpoint, statuses, mayTellApart }) =>
    roles.flatMap((role) => {
      const expected = statuses[role];
      return typeof expected === 'object' &&
        mayTellApart !== 'everybody' &&
        (expected[1] === 'login' || expected[1] >= 400) &&
        expected[1] !== expected[2]
        ? [`${endpoint} tells ${role} what there is`]
        : [];
    }),
  );
}

/** Endpoints without a row, and rows without an endpoint. */
export function unlisted(endpoints: readonly string[], rows: readonly Row[]): string[] {
  const listed = new Set(rows.map(({ endpoint }) => endpoint));
  return [
    ...endpoints.filter((endpoint) => !listed.has(endpoint)).map((endpoint) => `${endpoint} has no row in test/matrix`),
    ...[...listed]
      .filter((endpoint) => !endpoints.includes(endpoint))
      .map((endpoint) => `${endpoint} has a row and is no endpoint`),
  ];
}

/** For `it.each`. */
export const toNamedRows = (rows: readonly Row[]) =>
  rows.map((row) => [row.when === undefined ? row.endpoint : `${row.endpoint}, ${row.when}`, row] as const);
