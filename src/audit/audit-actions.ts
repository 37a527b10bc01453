/** What is written down. A new action needs a line here and its words in audit-words.ts; the column is text. */
export const AUDIT_ACTIONS = [
  'token.password',
  'token.refresh_token',
  'token.authorization_code',
  'token.implicit',
  'token.client_credentials',
  'token.request',
  'token.revoked',
  'session.started',
  'session.ended',
  'acting.started',
  'acting.ended',
  'consent.given',
  'consent.withdrawn',
  'key.created',
  'key.listed',
  'key.changed',
  'key.rotated',
  'key.removed',
  'key.enabled',
  'key.disabled',
  'signing_key.rotated',
  'user.registered',
  'user.changed',
  'user.enabled',
  'user.disabled',
  'user.password_changed',
  'productgroup.created',
  'productgroup.changed',
  'product.created',
  'product.changed',
  'instrument.created',
  'instrument.changed',
  'access.refused',
  'audit.flood',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OUTCOMES = ['granted', 'denied'] as const;

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
