import { type Row, withAToken } from '../support/matrix.js';
import { tradingFloor } from '../support/trading-floor.js';

/** The market is everybody's who has signed in. */
export const marketdata: readonly Row[] = [
  {
    door: 'GET /marketdata',
    sights: withAToken(200),
    send: async (_object, _visit, house) => ({ query: `?instrument_ids=${(await tradingFloor(house)).instrumentId}` }),
  },
  // Who would be let in is told that no WebSocket was asked for; a cookie opens none.
  { door: 'GET /marketdata/stream', sights: withAToken(426, { 'a session that asks for a page': 'login' }) },
  { door: 'GET /trades', sights: withAToken(200), send: () => ({ query: '?since_id=0' }) },
  {
    door: 'GET /bars',
    sights: withAToken(200),
    send: async (_object, _visit, house) => ({
      query: `?interval=1d&instrument_id=${(await tradingFloor(house)).instrumentId}`,
    }),
  },
];
