import { isReserved } from './field-names.js';

/**
 * `application/x-www-form-urlencoded`, for bodies and for query strings. Unlike the parsers of the platform it refuses what
 * it cannot read, instead of guessing: broken percent escapes, bytes that are not UTF-8, U+0000, names that poison prototypes. `a[b]` is just a name.
 */
export type Form = Record<string, string | string[]>;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whether this Content-Type says that a body is such a form; types are the same in whatever case (RFC 9110 §8.3.1). */
export const isForm = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().startsWith(FORM_TYPE) === true;

export class FormRefused extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

const PAIRS_MAX = 1000;

/** Names that come more than once arrive as arrays; `single` refuses them instead, and takes those that may be chosen `severally` as lines of one text. */
export function parseForm(text: string, repeats: 'single' | 'arrays', severally: readonly string[] = []): Form {
  const form = Object.create(null) as Form;
  if (text === '') return form;
  const pairs = text.split('&', PAIRS_MAX + 1);
  if (pairs.length > PAIRS_MAX) throw new FormRefused('', `There are more than ${PAIRS_MAX} parameters`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name, value] = readPair(pair);
    const before = form[name];
    if (before === undefined) form[name] = value;
    else if (severally.includes(name)) form[name] = `${String(before)}\n${value}`;
    else if (repeats === 'single') throw new FormRefused(name, `${name} appears twice`);
    else if (Array.isArray(before)) before.push(value);
    else form[name] = [before, value];
  }
  return form;
}

function readPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  const name = decode(equals === -1 ? pair : pair.slice(0, equals), '');
  if (isReserved(name)) throw new FormRefused(name, 'This name is reserved');
  return [name, equals === -1 ? '' : decode(pair.slice(equals + 1), name)];
}

function decode(text: string, name: string): string {
  const plain = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (plain.includes('\0') || /%00/.test(plain)) throw new FormRefused(name, 'The character U+0000 is not accepted');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    throw new FormRefused(name, 'A percent sign must be followed by the two digits of a UTF-8 byte');
  }
}
