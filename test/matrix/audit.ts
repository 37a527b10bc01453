import { type Row, withAToken } from '../support/matrix.js';
import { user } from '../support/matrix-objects.js';

/** Everybody reads what concerns them; what another did and what nobody did are the same empty list. */
export const audit: readonly Row[] = [
  { endpoint: 'GET /audit', statuses: withAToken(200) },
  {
    endpoint: 'GET /audit',
    when: 'asked about a user',
    object: user,
    statuses: withAToken(200),
    mayTellApart: ['an administrator'],
    send: (id) => ({ query: `?user_id=${id}` }),
  },
];
