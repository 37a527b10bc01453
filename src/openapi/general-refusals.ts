import type { Door } from './door.js';

/**
 * The failures that no handler makes itself, because hall and guard make them on its behalf: which doors meet them. A test
 * holds this table against the failures in the source, both ways.
 */
export const generalRefusals: Readonly<Record<string, (door: Door) => boolean>> = {
  login_required: ({ access }) => access === 'bearer' || access === 'session',
  invalid_request: ({ inputs }) => inputs.length > 0,
  server_error: () => true,
};
