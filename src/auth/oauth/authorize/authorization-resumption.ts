import { createHmac } from 'node:crypto';
import { areDigestsEqual } from '../../../config/sealed-text.js';
import { type AuthorizationParameters, formatParameters } from './authorization-parameters.js';

/**
 * An authorization request that continues after a sign-in or a consent: the same request with a sealed note. The note
 * has the time when the user started, so that `prompt=login` accepts a sign-in after it, and whether the user refused.
 * An acting administrator's consent is for this request only, so the note also has the session and the customer:
 * `consentKey`. The same holds for an administrator who grants the scope `admin`. A refusal records the same, so that it
 * counts in no other browser. The seal covers all parameters: the note fits this request only.
 */
export type AuthorizationResumption = Readonly<{ since: number; isDenied: boolean; consentKey: string | null }>;

/** The parameter with the note. */
const RESUMPTION_PARAMETER = 'kontor_resume';

/** Longer than a user needs on the sign-in page. */
const RESUMPTION_MS_MAX = 30 * 60_000;

const RESUMPTION_PATTERN = /^((\d{1,15})(!?)(?:~(\d{1,19}-\d{1,10}))?)\.([A-Za-z0-9_-]{43})$/;

/** The URL at which the request continues. */
export function formatResumeUrl(
  parameters: AuthorizationParameters,
  { since, isDenied, consentKey }: AuthorizationResumption,
  key: Buffer,
): string {
  const request = removeNote(parameters);
  const payload = `${since}${isDenied ? '!' : ''}${consentKey === null ? '' : `~${consentKey}`}`;
  return `/oauth/authorize?${formatParameters({ ...request, [RESUMPTION_PARAMETER]: `${payload}.${signNote(payload, request, key)}` })}`;
}

/** Null for a new request, and for a note that is old, of another request or forged. */
export function parseResumption(
  parameters: AuthorizationParameters,
  key: Buffer,
  now: number,
): AuthorizationResumption | null {
  const signedNote = (parameters as Record<string, string | undefined>)[RESUMPTION_PARAMETER];
  const match = RESUMPTION_PATTERN.exec(signedNote ?? '');
  if (!match) return null;
  const [payload, digits, denied, consentKey, offered] = match.slice(1) as [
    string,
    string,
    string,
    string | undefined,
    string,
  ];
  const since = Number(digits);
  const expected = signNote(payload, removeNote(parameters), key);
  if (!areDigestsEqual(offered, expected)) return null;
  return since > now || now - since > RESUMPTION_MS_MAX
    ? null
    : { since, isDenied: denied !== '', consentKey: consentKey ?? null };
}

function removeNote(parameters: AuthorizationParameters): AuthorizationParameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== RESUMPTION_PARAMETER));
}

function signNote(payload: string, request: AuthorizationParameters, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`${payload}\n${formatParameters(request)}`)
    .digest('base64url');
}
