import type { HttpResponse } from '../support/over-http.js';
import { basic } from '../support/token-endpoint.js';
import type { Site } from '../support/sites.js';

/** A request as it is sent to both servers, and what it shows. */
export type Request = Readonly<{ name: string; send: (site: Site) => Promise<HttpResponse> }>;

export type Fields = Readonly<Record<string, string>>;

/** What is sent: the same on both sites, or something that each of them has given out before. */
export type Of<Value> = Value | ((site: Site) => Value | Promise<Value>);

export const byKey =
  (name: keyof Site['keys']) =>
  ({ keys }: Site): string =>
    basic(keys[name]);

export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** Requests that send a form; `authorization` is that of the key `full` unless another is named, and null for none. */
export function formTo(path: string) {
  return (name: string, fields: Of<Fields | string>, authorization: Of<string> | null = byKey('full')): Request => ({
    name,
    send: async (site) => {
      const sent = await valueOf(fields, site);
      const proof = authorization === null ? null : await valueOf(authorization, site);
      return site.http.request('POST', path, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(proof !== null && { authorization: proof }),
        },
        payload: typeof sent === 'string' ? sent : new URLSearchParams(sent).toString(),
      });
    },
  });
}

async function valueOf<Value extends string | Fields>(value: Of<Value>, site: Site): Promise<Value> {
  return typeof value === 'function' ? value(site) : value;
}
