import { type Row, withAToken } from '../support/matrix.js';
import { tradingFloor } from '../support/trading-floor.js';

/** The market is everybody's who has signed in. */
export const marketdata: readonly Row[] = [
  {
    endpoint: 'GET /marketdata',
    statuses: withAToken(200),
    send: async (_object, _visit, testApp) => ({
      query: `?instrument_ids=${(await tradingFloor(testApp)).instrumentId}`,
    }),
  },
  // A caller who would be admitted gets the error that no WebSocket was requested; a cookie opens none.
  { endpoint: 'GET /marketdata/stream', statuses: withAToken(426, { 'a session that asks for a page': 'login' }) },
  { endpoint: 'GET /trades', statuses: withAToken(200), send: () => ({ query: '?since_id=0' }) },
  {
    endpoint: 'GET /bars',
    statuses: withAToken(200),
    send: async (_object, _visit, testApp) => ({
      query: `?interval=1d&instrument_id=${(await tradingFloor(testApp)).instrumentId}`,
    }),
  },
];
