import type { PageViewer } from './page-fixture.js';

export const states = ['empty', 'typical', 'full', 'error'] as const;
export type State = (typeof states)[number];

/** A form as it is sent from the page that has it, so that it is refused. `to` may say `?_method=PUT`. */
export type SubmittedForm = Readonly<{ from: string; to: string; fields: Readonly<Record<string, string>> }>;

/** Where a page is seen in a state, or why it has no such state. Names in braces are those of the world. */
export type Place = string | SubmittedForm | Readonly<{ none: string }>;

/** An endpoint that answers with a page, and where that page is seen in each of its states. An endpoint may have several rows, distinguished by `when`. */
export type Row = Readonly<{ endpoint: string; when?: string; by: PageViewer } & Record<State, Place>>;

/** An endpoint that never answers with a page, and why. */
export type Exception = Readonly<{ endpoint: string; why: string }>;

export const none = (why: string): Place => ({ none: why });

/** The page of one address in every state but `error`, which is another address or a form; more may be said otherwise. */
export const page = (endpoint: string, at: Place, error: Place, more: Partial<Omit<Row, 'endpoint'>> = {}): Row => ({
  endpoint,
  by: 'trader',
  empty: at,
  typical: at,
  full: at,
  error,
  ...more,
});

/** The page of something that exists or does not: it is never empty, and the number of another is never there. */
export const isSent = (place: Place): place is SubmittedForm => typeof place !== 'string' && 'to' in place;
export const isNone = (place: Place): place is Readonly<{ none: string }> =>
  typeof place !== 'string' && 'none' in place;

/** What the address is once everything that it names has its number. */
export function filled(address: string, names: Readonly<Record<string, string | number>>): string {
  return address.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = names[name];
    if (value === undefined) throw new TypeError(`The world has no ${name}, and ${address} names it.`);
    return encodeURIComponent(value);
  });
}

/** An address that names something is empty where that is all there is; one that names nothing, where there is nothing at all. */
export const isAboutAThing = (place: Place): boolean =>
  /\{\w+\}/.test(isSent(place) ? place.from + place.to : typeof place === 'string' ? place : '');

/** Endpoints without a row and rows without an endpoint, one sentence each. */
export function listUncoveredEndpoints(
  endpoints: readonly string[],
  rows: readonly Row[],
  exceptions: readonly Exception[],
): string[] {
  const listed = new Set([...rows, ...exceptions].map(({ endpoint }) => endpoint));
  const twice = exceptions.filter(({ endpoint }) => rows.some((row) => row.endpoint === endpoint));
  return [
    ...endpoints
      .filter((endpoint) => !listed.has(endpoint))
      .map((endpoint) => `${endpoint} has no row in test/browser/states`),
    ...[...listed]
      .filter((endpoint) => !endpoints.includes(endpoint))
      .map((endpoint) => `${endpoint} has a row in test/browser/states and is no endpoint`),
    ...twice.map(({ endpoint }) => `${endpoint} has a row and a reason to have none`),
  ];
}
