/** Over HTTP: accounts with money and a market that never closes, for those who trade at a service that runs as a process of its own. */

/** A user who sets the floor up; the service is started with them. */
const host = {
  email: 'host@example.test',
  password: 'correct horse battery staple',
  clientId: 'host',
  clientSecret: 'secret-of-the-trading-floor',
} as const;

/** The environment of such a service: it knows the host, and tells nobody to slow down. */
export const tradingEnvironment = {
  MODE: 'sandbox',
  BOOTSTRAP_ADMIN_EMAIL: host.email,
  BOOTSTRAP_ADMIN_PASSWORD: host.password,
  BOOTSTRAP_CLIENT_ID: host.clientId,
  BOOTSTRAP_CLIENT_SECRET: host.clientSecret,
  OAUTH_ACCESS_SECONDS: '86400',
  RATE_LIMIT_KEY: '1000000',
  RATE_LIMIT_USER: '1000000',
} as const;

export const TICK_SIZE = 0.25;
export const MID_PRICE = 5_000;

export type HttpTradingSetup = Readonly<{ token: string; accounts: readonly number[]; instruments: readonly number[] }>;

const money = 100_000_000_000;
const json = { accept: 'application/json', 'content-type': 'application/json' };

async function ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** A token of the host, who is an administrator. */
export async function signIn(url: string): Promise<string> {
  const { email, password, clientId, clientSecret } = host;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'password', username: email, password });
  return String(
    (await ask(`${url}/oauth/token`, { method: 'POST', headers: { accept: 'application/json', authorization }, body }))[
      'access_token'
    ],
  );
}

/** The sandbox's own market keeps the hours of real exchanges, and it may be a Saturday. */
async function openMarket(count: number, post: (path: string, body: object) => Promise<number>): Promise<number[]> {
  const days = Array.from({ length: 7 }, (_, day) => day * 1440);
  const groupId = await post('/productgroups', {
    ...{
      symbol: 'FLOOR',
      name: 'Trading floor',
      exchange: 'FLOOR',
      currency: 'USD',
      timezone: 'UTC',
      initial_margin: 100,
      maintenance_margin: 90,
    },
    self_trade_scope: 'account', // All accounts are the host's, and are to trade with each other.
    session_calendar: { session_start_times: days, session_end_times: days.map((start) => start + 1440) },
  });
  const productId = await post('/products', {
    ...{
      group_id: groupId,
      symbol: 'FL',
      name: 'Trading floor',
      instrument_type: 'Future',
      settlement_style: 'Cash',
      max_order_quantity: 1000,
    },
    ...{ tick_size: TICK_SIZE, tick_value: TICK_SIZE, multiplier: 1 },
  });
  const ids: number[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await post('/instruments', { product_id: productId, symbol: `FL${n}`, settlement_price: MID_PRICE }));
  return ids;
}

async function openAccounts(
  count: number,
  ownerId: number,
  post: (path: string, body: object) => Promise<number>,
): Promise<number[]> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const id = await post('/accounts', { owner_id: ownerId, name: `Floor ${n}`, currency: 'USD' });
    await post(`/accounts/${id}/moneyvals`, { cash_balance: money, net_liq: money, as_of: yesterday });
    ids.push(id);
  }
  return ids;
}

/** All accounts are the host's own. */
export async function openTradingOverHttp(
  url: string,
  size: Readonly<{ accounts: number; instruments: number }>,
): Promise<HttpTradingSetup> {
  const token = await signIn(url);
  const headers = { ...json, authorization: `Bearer ${token}` };
  const post = async (path: string, body: object): Promise<number> =>
    Number((await ask(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))['id']);
  const { id } = await ask(`${url}/users/me`, {
    headers: { accept: 'application/json', authorization: headers.authorization },
  });
  return {
    token,
    instruments: await openMarket(size.instruments, post),
    accounts: await openAccounts(size.accounts, Number(id), post),
  };
}
