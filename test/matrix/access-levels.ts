import { open, type Row, withAKey, withASession, withAToken } from '../support/matrix.js';

/** The endpoints that a test opens, one for each `@Access`, which means the same for every module. */
export const accessLevelRows: readonly Row[] = [
  { endpoint: 'GET /doors/unsigned', sights: withAToken(200) },
  { endpoint: 'POST /doors/unsigned', sights: withAToken(201) },
  { endpoint: 'POST /doors/cancel', sights: withAToken(201) },
  { endpoint: 'GET /doors/client', sights: withAKey(200) },
  { endpoint: 'GET /doors/session', sights: withASession(200) },
  { endpoint: 'POST /doors/session', sights: withASession(201) },
  { endpoint: 'GET /doors/stream', sights: withAToken(200, { 'a session that asks for a page': 'login' }) },
  { endpoint: 'GET /doors/open', sights: open(200) },
];
