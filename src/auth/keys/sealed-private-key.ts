import type { SealedColumn } from '../../config/sealed-column.js';

/** What private halves are sealed for. */
export const PURPOSE = 'signing key';

export const SEALED_COLUMN: SealedColumn = {
  table: 'signing_keys',
  column: 'sealed_private_jwk',
  row: 'kid',
  rowType: 'text',
  purpose: PURPOSE,
};
