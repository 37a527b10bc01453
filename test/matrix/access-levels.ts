import { open, type Row, withAKey, withASession, withAToken } from '../support/matrix.js';

/** The doors that a test opens, one with each sign: whatever a room puts on its doors means the same everywhere. */
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
