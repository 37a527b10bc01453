import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Parameters, written } from './parameters.js';

/**
 * An authorization request that goes on after a sign-in or a consent: the very same request, with a note of ours behind it. The
 * note says since when the user has been busy with it, so that `prompt=login` is content with a sign-in after that moment, and
 * whether they refused. An administrator who acts for a customer agrees to this very request and no other, so that is in the note
 * as well, with the session in which, and the customer for whom: `agreedAs`. The same holds for an administrator who grants the scope `admin`. A refusal says the same of whoever refused: in another
 * browser it is nobody's answer. The note is sealed together with all parameters: it fits this request and no other.
 */
export type Resumption = Readonly<{ since: number; isDenied: boolean; agreedAs: string | null }>;

/** The parameter that carries the note. */
const NOTE = 'kontor_resume';

/** Longer than anybody looks at a sign-in page. */
const FRESH_MS = 30 * 60_000;

const SHAPE = /^((\d{1,15})(!?)(?:~(\d{1,19}-\d{1,10}))?)\.([A-Za-z0-9_-]{43})$/;

/** Where the request goes on; the address of a page of ours. */
export function resumeAt(parameters: Parameters, { since, isDenied, agreedAs }: Resumption, key: Buffer): string {
  const asked = withoutNote(parameters);
  const said = `${since}${isDenied ? '!' : ''}${agreedAs === null ? '' : `~${agreedAs}`}`;
  return `/oauth/authorize?${written({ ...asked, [NOTE]: `${said}.${mac(said, asked, key)}` })}`;
}

/** Null for a request that is new, and for a note that is old, or was written for another request, or not by us. */
export function readResumption(parameters: Parameters, key: Buffer, now: number): Resumption | null {
  const note = (parameters as Record<string, string | undefined>)[NOTE];
  const found = SHAPE.exec(note ?? '');
  if (!found) return null;
  const [said, digits, denied, agreedAs, offered] = found.slice(1) as [
    string,
    string,
    string,
    string | undefined,
    string,
  ];
  const since = Number(digits);
  const expected = mac(said, withoutNote(parameters), key);
  if (!timingSafeEqual(Buffer.from(offered), Buffer.from(expected))) return null;
  return since > now || now - since > FRESH_MS ? null : { since, isDenied: denied !== '', agreedAs: agreedAs ?? null };
}

function withoutNote(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== NOTE));
}

function mac(said: string, asked: Parameters, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`${said}\n${written(asked)}`)
    .digest('base64url');
}
