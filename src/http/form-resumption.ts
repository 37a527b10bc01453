import { isForm } from './form.js';
import type { Typed } from './form-body.js';
import { isOwnAddress } from './own-address.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
/** Where what was typed into a form stands again once its sender has signed in, and what is said at the sign-in. */
export type Resumption = (typed: Typed) => Readonly<{ to: string; saying: string }>;
type Asked = Readonly<{
  method: string;
  headers: Headers;
  body?: unknown;
  routeOptions: Readonly<{ config: Readonly<{ resumesAt?: Resumption }> }>;
}>;

/**
 * Where somebody who was signed out goes on after the sign-in, so that what they typed into a form of ours is not lost; null for everybody else. Programs are
 * told from people by what only our forms have: the hidden field, sent by a browser that asks for a page, from a page of this very origin where it says so. Nothing
 * is believed of what was typed: it stands in a form again, which its reader sends or does not.
 */
export function resumptionOf({ method, headers, body, routeOptions }: Asked): ReturnType<Resumption> | null {
  const { resumesAt } = routeOptions.config;
  if (resumesAt === undefined || method !== 'POST' || !isSentByABrowser(headers)) return null;
  const typed = Object(body) as Readonly<Record<string, unknown>>;
  if (!Object.values(typed).every((value) => typeof value === 'string') || typed['form_token'] === undefined)
    return null;
  const resumed = resumesAt(typed as Typed);
  return isOwnAddress(resumed.to) ? resumed : null;
}

/** Old browsers do not say from where they send; the address that they are led to is harmless to whoever sent them. */
function isSentByABrowser(headers: Headers): boolean {
  const { accept, authorization, 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = headers;
  return (
    isForm(String(type)) &&
    authorization === undefined &&
    site === 'same-origin' &&
    /(?:^|[,\s])text\/html(?:$|[,;\s])/i.test(String(accept))
  );
}
