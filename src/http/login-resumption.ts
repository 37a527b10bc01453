import { isFormContentType } from './form.js';
import type { FormInput } from './form-body.js';
import { isLocalPath } from './local-path.js';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
/** Where what was typed into a form stands again once its sender has signed in, and what is said at the sign-in. */
export type LoginResumption = (typed: FormInput) => Readonly<{ to: string; saying: string }>;
type ResumableRequest = Readonly<{
  method: string;
  headers: RequestHeaders;
  body?: unknown;
  routeOptions: Readonly<{ config: Readonly<{ resumeAfterLogin?: LoginResumption }> }>;
}>;

/**
 * Where a user who was signed out continues after the sign-in, so that what they typed into a form is not lost; null for every other caller. Programs are
 * distinguished by what only Kontor's forms have: the hidden field, sent by a browser that asks for a page, from a page of this very origin where it says so. Nothing
 * is believed of what was typed: it stands in a form again, which its reader sends or does not.
 */
export function findResumption({
  method,
  headers,
  body,
  routeOptions,
}: ResumableRequest): ReturnType<LoginResumption> | null {
  const { resumeAfterLogin } = routeOptions.config;
  if (resumeAfterLogin === undefined || method !== 'POST' || !isBrowserForm(headers)) return null;
  const values = Object(body) as Readonly<Record<string, unknown>>;
  if (!Object.values(values).every((value) => typeof value === 'string') || values['form_token'] === undefined)
    return null;
  const resumption = resumeAfterLogin(values as FormInput);
  return isLocalPath(resumption.to) ? resumption : null;
}

/** Old browsers do not send their origin; the address that they are redirected to is harmless to any of them. */
function isBrowserForm(headers: RequestHeaders): boolean {
  const { accept, authorization, 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = headers;
  return (
    isFormContentType(String(type)) &&
    authorization === undefined &&
    site === 'same-origin' &&
    /(?:^|[,\s])text\/html(?:$|[,;\s])/i.test(String(accept))
  );
}
