import type { Previewed } from '../exchange/preview.js';
import type { Outcome } from './action-outcome.js';

/** What would come of an action; `about` is the account and the instrument that it is about, null where the caller may not know. */
export type Preview = Readonly<{ outcome: Outcome; about: Previewed['about'] }>;
