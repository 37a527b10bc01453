import { open, type Row, withAKey, withASession, withAToken } from '../support/matrix.js';

/** The endpoints that a test opens, one for each `@Access`, which means the same for every module. */
export const accessLevelRows: readonly Row[] = [
  { endpoint: 'GET /endpoints/unsigned', statuses: withAToken(200) },
  { endpoint: 'POST /endpoints/unsigned', statuses: withAToken(201) },
  { endpoint: 'POST /endpoints/cancel', statuses: withAToken(201) },
  { endpoint: 'GET /endpoints/client', statuses: withAKey(200) },
  { endpoint: 'GET /endpoints/session', statuses: withASession(200) },
  { endpoint: 'POST /endpoints/session', statuses: withASession(201) },
  { endpoint: 'GET /endpoints/stream', statuses: withAToken(200, { 'a session that asks for a page': 'login' }) },
  { endpoint: 'GET /endpoints/open', statuses: open(200) },
];
