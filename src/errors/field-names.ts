/** Names that would reach an object's prototype. */
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export const isReservedName = (name: string): boolean => RESERVED_NAMES.has(name);

/** The JSON Pointer (RFC 6901) of these names and indices. */
export function toJsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
