import { open, type Row, withAKey, withASession, withAToken } from '../support/matrix.js';

/** The doors that a test opens, one with each sign: whatever a room puts on its doors means the same everywhere. */
export const signs: readonly Row[] = [
  { door: 'GET /doors/unsigned', sights: withAToken(200) },
  { door: 'POST /doors/unsigned', sights: withAToken(201) },
  { door: 'POST /doors/cancel', sights: withAToken(201) },
  { door: 'GET /doors/client', sights: withAKey(200) },
  { door: 'GET /doors/session', sights: withASession(200) },
  { door: 'POST /doors/session', sights: withASession(201) },
  { door: 'GET /doors/stream', sights: withAToken(200, { 'a session that asks for a page': 'login' }) },
  { door: 'GET /doors/open', sights: open(200) },
];
