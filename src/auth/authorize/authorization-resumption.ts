import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AuthorizationParameters, formatParameters } from './authorization-parameters.js';

/**
 * An authorization request that continues after a sign-in or a consent: the very same request, with a sealed note behind it. The
 * note says since when the user has been busy with it, so that `prompt=login` is content with a sign-in after that moment, and
 * whether they refused. An administrator who acts for a customer agrees to this very request and no other, so that is in the note
 * as well, with the session in which, and the customer for whom: `agreedAs`. The same holds for an administrator who grants the scope `admin`. A refusal records the same: in another
 * browser it is nobody's answer. The note is sealed together with all parameters: it fits this request and no other.
 */
export type AuthorizationResumption = Readonly<{ since: number; isDenied: boolean; consentKey: string | null }>;

/** The parameter that carries the note. */
const RESUMPTION_PARAMETER = 'kontor_resume';

/** Longer than anybody looks at a sign-in page. */
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

/** Null for a request that is new, and for a note that is old, or was written for another request, or not by us. */
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
  if (!timingSafeEqual(Buffer.from(offered), Buffer.from(expected))) return null;
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
