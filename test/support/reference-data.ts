import type { TestApp } from './test-app.js';

type Fields = Readonly<Record<string, unknown>>;

/** What is read back: any of the three, or an entry of the audit log. */
export type InstrumentFields = Fields &
  Readonly<{
    id: number;
    symbol: string;
    version: number;
    status: string;
    detail: string;
    tick_size: number;
    settlement_price: number;
    session_start_times: number[];
    session_end_times: number[];
  }> &
  Readonly<{
    session: Readonly<{ is_open: boolean; opens_at: string; closes_at: string }>;
    session_calendar: Readonly<{ overrides: readonly Fields[] }>;
  }>;

/** What an administrator may send, complete; a test says what is different. */
export const groupFields: Fields = {
  symbol: 'CME-INDEX',
  name: 'CME index futures',
  exchange: 'CME',
  currency: 'USD',
  timezone: 'America/Chicago',
  session_calendar: {
    session_start_times: [1020, 2460, 3900, 5340, 6780],
    session_end_times: [2400, 3840, 5280, 6720, 8160],
    overrides: [
      { date: '2099-12-24', name: 'Christmas Eve', end_time: 735 },
      { date: '2099-12-25', name: 'Christmas' },
    ],
  },
  initial_margin: 18500,
  maintenance_margin: '16800.50',
  price_band: 7,
  self_trade_policy: 'CancelAggressor',
};

/** A group without nights and holidays: tests run at any hour, and let accounts of one owner trade with each other. */
export const alwaysOpen: Fields = {
  session_calendar: {
    session_start_times: [0, 1440, 2880, 4320, 5760, 7200, 8640],
    session_end_times: [1440, 2880, 4320, 5760, 7200, 8640, 10080],
    overrides: [],
  },
  price_band: 0,
  self_trade_scope: 'account',
};

export const productFields: Fields = {
  symbol: 'ES',
  name: 'E-mini S&P 500',
  instrument_type: 'Future',
  tick_size: 0.25,
  tick_value: 12.5,
  multiplier: 50,
  settlement_style: 'Cash',
  max_order_quantity: 2500,
};

export const instrumentFields: Fields = { symbol: 'ESZ99', expiration: '2099-12-18', settlement_price: '6712.25' };

/** A test app with one group, one product in it and one instrument of that; and the ways an administrator makes and changes more. */
export function referenceData(testApp: TestApp, admin: string) {
  const send = (method: 'POST' | 'PUT', path: string, body: Fields, as = admin) =>
    testApp.request(method, path, { as, body });
  const made = async (path: string, body: Fields): Promise<number> => {
    const answer = await send('POST', path, body);
    if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json<{ id: number }>().id;
  };
  const json = async <Kind>(path: string, as: string): Promise<Kind> =>
    (await testApp.request('GET', path, { as })).json<Kind>();
  return {
    send,
    read: (path: string, as = admin) => json<InstrumentFields>(path, as),
    list: (path: string, as = admin) => json<readonly InstrumentFields[]>(path, as),
    group: (details: Fields = {}) => made('/productgroups', { ...groupFields, ...details }),
    product: (groupId: number, details: Fields = {}) =>
      made('/products', { ...productFields, group_id: groupId, ...details }),
    instrument: (productId: number, details: Fields = {}) =>
      made('/instruments', { ...instrumentFields, product_id: productId, ...details }),
    /** As an administrator does it. A command alone would be undone: the venue goes by the instrument's row, and looks at it again. */
    turn: async (instrumentId: number, status: 'Open' | 'Halted' | 'Closed'): Promise<void> => {
      const answer = await send('PUT', `/instruments/${instrumentId}`, { status });
      if (answer.statusCode !== 200)
        throw new Error(`The instrument was not turned: ${answer.statusCode} ${answer.body}`);
    },
  };
}
