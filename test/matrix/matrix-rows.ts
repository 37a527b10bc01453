import type { Row } from '../support/matrix.js';
import { account } from './account.js';
import { accounts } from './accounts.js';
import { administration } from './administration.js';
import { alerts } from './alerts.js';
import { audit } from './audit.js';
import { clients } from './clients.js';
import { desk } from './desk.js';
import { documents } from './documents.js';
import { events } from './events.js';
import { instruments } from './instruments.js';
import { marketdata } from './marketdata.js';
import { orders } from './orders.js';
import { signIn } from './sign-in.js';
import { tokens } from './tokens.js';
import { users } from './users.js';
import { watchlists } from './watchlists.js';
import { webhooks } from './webhooks.js';

/** The row of a new endpoint goes into the file of its module; a new module is named here. */
export const matrixRows: readonly Row[] = [
  ...account,
  ...accounts,
  ...administration,
  ...alerts,
  ...audit,
  ...clients,
  ...desk,
  ...documents,
  ...events,
  ...instruments,
  ...marketdata,
  ...orders,
  ...signIn,
  ...tokens,
  ...users,
  ...watchlists,
  ...webhooks,
];

/** The lists that a file of its own sends, so that no file takes much longer than others; matrix.e2e.ts sends all other rows. */
export const rowsOfOtherFiles = {
  'identity.e2e.ts': [...account, ...clients, ...signIn, ...tokens, ...users],
  'instruments.e2e.ts': instruments,
  'trading.e2e.ts': [...accounts, ...orders],
} satisfies Readonly<Record<string, readonly Row[]>>;
