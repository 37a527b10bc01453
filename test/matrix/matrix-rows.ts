import type { Row } from '../support/matrix.js';
import { account } from './account.js';
import { accounts } from './accounts.js';
import { administration } from './administration.js';
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
import { webhooks } from './webhooks.js';

/** A user adds an endpoint writes its row into the file of its module, and names a new module here. */
export const matrixRows: readonly Row[] = [
  ...account,
  ...accounts,
  ...administration,
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
  ...webhooks,
];
