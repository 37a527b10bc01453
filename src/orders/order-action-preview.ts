import type { PreviewResult } from '../exchange/preview.js';
import type { OrderActionResult } from './order-action-result.js';

/** What would come of an action; `about` is the account and the instrument that it is about, null where the caller may not know. */
export type OrderActionPreview = Readonly<{ result: OrderActionResult; about: PreviewResult['about'] }>;
