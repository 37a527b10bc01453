import { readPasswordProof } from './key-pages.js';
import type { overHttp } from './over-http.js';
import { sendTable } from './statement-table.js';
import { openBrowserClient } from './browser-client.js';
import type { Names, PageViewer } from './page-fixture.js';

export type Looks = Readonly<{ names: Names; cookiesOf: (who: PageViewer) => Promise<Record<string, string>> }>;

type Fields = Readonly<Record<string, unknown>>;
type CreatedClient = Fields & Readonly<{ id: number; client_id: string }>;
type Ask = <Answer = CreatedClient>(path: string, body?: Fields) => Promise<Answer>;

const person = { email: 'ada@example.test', password: 'correct horse battery staple' };

type Credentials = Readonly<{ email: string; password: string }>;
type Host = Credentials & Readonly<{ headers: Readonly<{ authorization: string }> }>;

/** A customer of the sandbox who has just signed up and traded a little, and the host, an administrator with a key: each in a browser of their own. */
export async function openCustomer(http: ReturnType<typeof overHttp>, url: string, host: Host): Promise<Looks> {
  const browser = openBrowserClient(http);
  await browser.submit(await browser.get('/sign-up'), { ...person, first_name: 'Ada', last_name: 'Lovelace' });
  const [customer, administrator] = [await tokenOf(http, person, host), await tokenOf(http, host, host)].map((token) =>
    askerWith(url, token),
  );
  if (!customer || !administrator) throw new Error('Nobody could sign in.');
  const traded = await trade(customer, administrator);
  const names = {
    ...traded,
    ...(await register(customer, administrator)),
    ...(await watch(customer, traded.instrument)),
    ...(await sendTables(http, host, traded)),
  };
  return {
    names,
    cookiesOf: async (who) => {
      const browser = openBrowserClient(http);
      if (who !== 'anonymous') await browser.signIn(who === 'trader' ? person : host);
      if (who === 'acting')
        await browser.post('/acting', {
          customer_id: String(names.user),
          form_token: readPasswordProof(await browser.get('/docs')),
        });
      return Object.fromEntries(
        [...browser.cookies].filter(([name]) => !name.includes('flash')).map(([name, { value }]) => [name, value]),
      );
    },
  };
}

async function tokenOf(
  http: ReturnType<typeof overHttp>,
  { email, password }: Credentials,
  { headers }: Host,
): Promise<string> {
  const { body } = await http.form(
    '/oauth/token',
    { grant_type: 'password', username: email, password },
    headers.authorization,
  );
  return (JSON.parse(body) as { access_token: string }).access_token;
}

const askerWith =
  (url: string, token: string): Ask =>
  async <Answer>(path: string, body?: Fields) => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    };
    const answer = await fetch(`${url}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };

/** Ten instruments bought, and orders that rest far away; the back office states what it believes. */
async function trade(customer: Ask, administrator: Ask) {
  const { id: user } = await customer('/users/me');
  const accounts = await customer<(CreatedClient & { currency: string })[]>('/accounts');
  const account = accounts.find(({ currency }) => currency === 'USD')?.id ?? 0;
  const instruments = (
    await customer<
      (CreatedClient & {
        product_id: number;
        product_group_id: number;
        currency: string;
        settlement_price: number;
        symbol: string;
      })[]
    >('/instruments?per_page=1000')
  ).filter(({ currency }) => currency === 'USD');
  const [first] = instruments;
  if (!first) throw new Error('There is nothing to trade.');
  const order = { acct_id: account, side: 'Buy', quantity: 1 };
  for (const { id } of instruments.slice(0, 10))
    await customer('/orderactions', { ...order, action_type: 'MarketOrderSub', instrument_id: id });
  for (let n = 0; n < 10; n++)
    await customer('/orderactions', {
      ...order,
      action_type: 'LimitOrderSub',
      instrument_id: first.id,
      time_in_force: 'GTC',
      limit_price: Math.round(first.settlement_price * 0.97) - n,
    });
  const [resting] = await customer<CreatedClient[]>('/orders?status=Open');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { id: statement } = await administrator('/refpositions', {
    acct_id: account,
    as_of: yesterday,
    position: [{ instrument_id: first.id, quantity: 3, price: first.settlement_price }],
  });
  const [difference] = await administrator<CreatedClient[]>(`/reconciliation/breaks?acct_id=${account}`);
  if (!resting || !difference) throw new Error('No order rests, or nothing differs.');
  return {
    user,
    account,
    instrument: first.id,
    symbol: first.symbol,
    product: first.product_id,
    group: first.product_group_id,
    order: resting.id,
    resting: resting.id,
    statement,
    difference: difference.id,
    asOf: yesterday,
  };
}

/** One that could be stated, and one that cannot. */
async function sendTables(
  http: ReturnType<typeof overHttp>,
  host: Host,
  { account, asOf, symbol }: Readonly<{ account: number; asOf: string; symbol: string }>,
) {
  const browser = openBrowserClient(http);
  await browser.signIn(host);
  return {
    upload: await sendTable(browser, [`${account},${asOf},${symbol},4,1`]),
    wrongUpload: await sendTable(browser, [`${account},${asOf},NOTHING,3,1`, `2000000000,${asOf},${symbol},x,1`]),
  };
}

/** A watchlist and an alert of the customer's. */
async function watch(customer: Ask, instrument: number) {
  const { id: watchlist } = await customer('/watchlists', { name: 'Futures', instrument_ids: [instrument] });
  const { id: alert } = await customer('/alerts', { kind: 'Fill', instrument_id: instrument });
  return { watchlist, alert };
}

/** A key and a webhook of the customer's, and an application of another user that asks them. */
async function register(customer: Ask, administrator: Ask) {
  const { client_id: key } = await customer('/oauth/client', { name: 'Ledger' });
  const { client_id: application } = await administrator('/oauth/client', {
    name: 'Books',
    redirect_uris: ['https://app.example.test/callback'],
  });
  const { id: webhook } = await customer('/webhooks', { url: 'https://books.example.test/kontor' });
  const { id: delivery } = await customer(`/webhooks/${webhook}/test`, {});
  return { key, application, webhook, delivery };
}
