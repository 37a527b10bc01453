import { ValueRule } from './fields.decorator.js';

/** A path of this service that no browser can read as another host: no `//`, no backslash, no control character. */
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,15000}$/;

/** A form with such a path; encoded parts are encoded again. */
export const RESUME_FORM_BYTES = 65_536;

export function isLocalPath(text: unknown): text is string {
  return typeof text === 'string' && LOCAL_PATH.test(text);
}

/** For DTO fields with a path to redirect to. */
export const IsLocalPath = (prefix = '/'): PropertyDecorator =>
  ValueRule('isLocalPath', (value) =>
    isLocalPath(value) && value.startsWith(prefix)
      ? null
      : `must be an address of this service that begins with ${prefix}`,
  );
