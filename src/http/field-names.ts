/** Names that would reach behind an object instead of into it. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

export const isReserved = (name: string): boolean => reserved.has(name);

/** The JSON Pointer (RFC 6901) that leads through these names and indices. */
export function pointerTo(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
