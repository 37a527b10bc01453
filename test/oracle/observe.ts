import { decodeJwt } from 'jose';
import type { HttpResponse } from '../support/over-http.js';
import { readAuthorizationResponse, formsOf } from '../support/browser-client.js';

/**
 * What is compared of an answer. All of it is text, so that a difference can be read: the class of the status; the error by its
 * name; where a browser is sent, and how; the names of the fields, and of the claims in an id token; and the headers on which
 * something depends.
 */
export type Observation = Readonly<
  Record<'status' | 'error' | 'to' | 'fields' | 'claims' | 'type' | 'mayBeStored' | 'challenge', string>
>;

export type Aspect = keyof Observation;

type ResponseFields = Readonly<Record<string, unknown>>;

export function observe(url: string, heard: HttpResponse): Observation {
  const { to, fields } = answerOf(url, heard);
  const isRefusal = fields['error'] !== undefined && to === '';
  return {
    status: `${Math.floor(heard.statusCode / 100)}xx`,
    error: textOf(fields['error']),
    to,
    fields: isRefusal ? '' : namesOf(fields),
    claims: typeof fields['id_token'] === 'string' ? namesOf(decodeJwt(fields['id_token'])) : '',
    type: heard.statusCode >= 300 && heard.statusCode < 400 ? '' : header(heard, 'content-type').replace(/;.*/, ''),
    mayBeStored: header(heard, 'cache-control').includes('no-store') ? 'no' : 'yes',
    challenge: challengeOf(header(heard, 'www-authenticate')),
  };
}

/** The scheme, and the error if there is one. */
function challengeOf(challenge: string): string {
  const [scheme, error] = [/^\w+/.exec(challenge)?.[0], /error="(\w+)"/.exec(challenge)?.[1]];
  return [scheme, error].filter((part) => part !== undefined).join(' ');
}

function header({ headers }: HttpResponse, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Wherever an answer may stand: in the body, in an address, in a form that posts itself. */
function answerOf(url: string, heard: HttpResponse): Readonly<{ to: string; fields: ResponseFields }> {
  const location = heard.headers['location'];
  if (location !== undefined) {
    const { base = '', query, fragment, hasFragment } = readAuthorizationResponse(heard);
    const place = hasFragment ? ' in the fragment' : Object.keys(query).length > 0 ? ' in the query' : '';
    return {
      to: `${base.startsWith('/') ? base : base.replace(url, '')}${place}`,
      fields: hasFragment ? fragment : query,
    };
  }
  const posted = heard.statusCode === 200 ? formIn(heard.body) : undefined;
  if (posted) return { to: `${posted.action} by a form`, fields: posted.fields };
  return { to: '', fields: jsonIn(heard) };
}

/** The form of an answer leads to the application; the forms of pages stay here. */
function formIn(markup: string) {
  const inMain = markup.includes('<main') ? markup : `<main>${markup}</main>`;
  return formsOf(inMain.replace(/<script[\s\S]*?<\/script>/g, '')).find(({ action }) =>
    action.startsWith('https://app.example'),
  );
}

function jsonIn({ headers, body }: HttpResponse): ResponseFields {
  if (!String(headers['content-type']).includes('json') || body === '') return {};
  return JSON.parse(body) as ResponseFields;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A description is for people, and its words are everybody's own. */
function namesOf(fields: ResponseFields): string {
  return Object.keys(fields)
    .filter((name) => name !== 'error_description' && name !== '')
    .sort()
    .join(' ');
}
