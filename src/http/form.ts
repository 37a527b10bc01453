import { isReservedName } from '../errors/field-names.js';
import type { IncomingMessage } from 'node:http';

const METHOD_PARAMETER = /[?&]_method=(PUT|PATCH|DELETE)$/;

/**
 * HTML forms can only POST; `?_method` in the URL names another method. Before routing the request gets that method, so
 * that every rule for a PUT applies. Only forms may use it.
 */
export function applyFormMethod(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  const method = METHOD_PARAMETER.exec(path)?.[1];
  if (method === undefined || request.method !== 'POST' || !isFormContentType(request.headers['content-type']))
    return path;
  request.method = method;
  return path.replace(METHOD_PARAMETER, '');
}

/**
 * Parses `application/x-www-form-urlencoded`, for bodies and query strings. Unlike the platform's parsers it rejects
 * invalid input: broken percent escapes, bytes that are not UTF-8, U+0000, names that poison prototypes. `a[b]` is just
 * a name.
 */
export type ParsedForm = Record<string, string | string[]>;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whether this Content-Type is a form; types are case-insensitive (RFC 9110 §8.3.1). */
export const isFormContentType = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().startsWith(FORM_TYPE) === true;

export class FormSyntaxError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

const PAIRS_MAX = 1000;

/**
 * Repeated names become arrays; `single` rejects them, except multi-value fields (`multiValueFields`), which become lines of
 * one text.
 */
export function parseForm(
  text: string,
  repeats: 'single' | 'arrays',
  multiValueFields: readonly string[] = [],
): ParsedForm {
  const form = Object.create(null) as ParsedForm;
  if (text === '') return form;
  const pairs = text.split('&', PAIRS_MAX + 1);
  if (pairs.length > PAIRS_MAX) throw new FormSyntaxError('', `There are more than ${PAIRS_MAX} parameters`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name, value] = parsePair(pair);
    const existing = form[name];
    if (existing === undefined) form[name] = value;
    else if (multiValueFields.includes(name)) form[name] = `${String(existing)}\n${value}`;
    else if (repeats === 'single') throw new FormSyntaxError(name, `${name} appears twice`);
    else if (Array.isArray(existing)) existing.push(value);
    else form[name] = [existing, value];
  }
  return form;
}

function parsePair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  const name = decodeText(equals === -1 ? pair : pair.slice(0, equals), '');
  if (isReservedName(name)) throw new FormSyntaxError(name, 'This name is reserved');
  return [name, equals === -1 ? '' : decodeText(pair.slice(equals + 1), name)];
}

function decodeText(text: string, name: string): string {
  const plain = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (plain.includes('\0') || /%00/.test(plain))
    throw new FormSyntaxError(name, 'The character U+0000 is not accepted');
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    throw new FormSyntaxError(name, 'A percent sign must be followed by the two digits of a UTF-8 byte');
  }
}
