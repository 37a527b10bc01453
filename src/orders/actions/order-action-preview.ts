import type { PreviewResult } from '../../exchange/preview.js';
import type { OrderActionResult } from './order-action-result.js';

/**
 * The result of a preview; `about` is the account and instrument of the action, null if the caller may not view them.
 */
export type OrderActionPreview = Readonly<{ result: OrderActionResult; about: PreviewResult['about'] }>;
