import type { SealedColumn } from '../../config/sealed-text.js';

/** The purpose of the seal of private keys. */
export const SIGNING_KEY_PURPOSE = 'signing key';

export const SIGNING_KEY_SEALED_COLUMN: SealedColumn = {
  table: 'signing_keys',
  column: 'sealed_private_jwk',
  row: 'kid',
  rowType: 'text',
  purpose: SIGNING_KEY_PURPOSE,
};
