import { SEALED_COLUMN as clientSecret } from '../clients/client-secret.js';
import type { SealedColumn } from '../config/sealed-text.js';
import { IDEMPOTENCY_SEALED_COLUMNS as idempotency } from '../idempotency/digest-key.js';
import { SIGNING_KEY_SEALED_COLUMN as signingKey } from '../auth/keys/sealed-private-key.js';
import { SEALED_COLUMNS as webhookSecrets } from '../webhooks/sending/signature.js';

/** Every column that holds text sealed under the secret key. A test looks for others. */
export const sealedColumns: readonly SealedColumn[] = [clientSecret, ...webhookSecrets, signingKey, ...idempotency];
