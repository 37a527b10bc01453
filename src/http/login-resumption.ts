import { isFormContentType } from './form.js';
import type { FormInput } from '../pages/form-body.js';
import { isLocalPath } from './local-path.js';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
/** The page that shows the input again after the sign-in, and the message on the sign-in page. */
export type LoginResumption = (typed: FormInput) => Readonly<{ to: string; saying: string }>;
type ResumableRequest = Readonly<{
  method: string;
  headers: RequestHeaders;
  body?: unknown;
  routeOptions: Readonly<{ config: Readonly<{ resumeAfterLogin?: LoginResumption }> }>;
}>;

/**
 * The redirect for a user who was signed out when sending a form, so that the input is not lost; null for other
 * callers. Programs lack what only forms of this service have: the hidden field, sent by a browser that asks for a
 * page, from this origin if it reports one. The input is not trusted: it is shown in a form, which the user sends or
 * not.
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

/** Old browsers do not send their origin; the redirect is harmless for them. */
function isBrowserForm(headers: RequestHeaders): boolean {
  const { accept, authorization, 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = headers;
  return (
    isFormContentType(String(type)) &&
    authorization === undefined &&
    site === 'same-origin' &&
    /(?:^|[,\s])text\/html(?:$|[,;\s])/i.test(String(accept))
  );
}
