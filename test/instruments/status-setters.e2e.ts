import { migrate } from '../support/migrations.js';
import { people } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { actInBrowser } from '../support/acting.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import type { BrowserClient } from '../support/browser-client.js';

/** Who has halted an instrument, and since when, on the page of halts. */
describe('the setter of a status', () => {
  let testApp: TestApp;
  let market: BackOffice;
  let browser: BrowserClient;
  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
    browser = await actInBrowser(() => testApp).signedIn();
  });
  afterAll(() => testApp.close());

  const halt = (id: number, as: string, status_reason: string) =>
    testApp.request('POST', '/instruments/statuses', {
      as,
      body: { status: 'Halted', instrument_ids: [id], status_reason },
    });
  const sql = (text: string, values: unknown[] = []): Promise<{ at: string }[]> =>
    testApp.orm.em.fork().getConnection().execute(text, values);
  /** The cells "Since" and "By" of an instrument. */
  const readSetter = async (symbol: string) => {
    const { body } = await browser.get('/administration/halts');
    const [row = ''] = body.split('<tr>').filter((one) => one.includes(`>${symbol}</a>`));
    return {
      since: /data-label="Since"><time datetime="([^"]*)"/.exec(row)?.[1],
      by: /href="\/users\/(\d+)"/.exec(row)?.[1],
    };
  };

  it('stays when another administrator corrects the reason', async () => {
    const other = await people.admin(testApp);
    const id = await market.data.instrument(market.productId, { symbol: 'CORRECTED' });
    await halt(id, market.admin.token, 'First.');
    const first = await readSetter('CORRECTED');
    expect(first).toEqual({ since: expect.stringMatching(/^\d{4}-/), by: String(market.admin.id) });
    await halt(id, other.token, 'Better said.');
    expect(await readSetter('CORRECTED')).toEqual(first);
    expect((await browser.get('/administration/halts')).body).toContain('Better said.');
  });

  it('is known of a halt that is older than a hundred thousand entries of the audit log', async () => {
    const id = await market.data.instrument(market.productId, { symbol: 'LONGAGO' });
    await testApp.request('PUT', `/instruments/${id}`, { as: market.admin.token, body: { status: 'Halted' } });
    const before = await readSetter('LONGAGO');
    await sql(
      `insert into audit_entries (at, action, outcome) select now(), 'token.issued', 'granted' from generate_series(1, 100001)`,
    );
    expect(before.by).toBe(String(market.admin.id));
    expect(await readSetter('LONGAGO')).toEqual(before);
  });

  it('is found in the audit log for what an earlier release has halted', async () => {
    const ids = [
      await market.data.instrument(market.productId, { symbol: 'EARLIER1' }),
      await market.data.instrument(market.productId, { symbol: 'EARLIER2' }),
    ];
    for (const id of ids) await halt(id, market.admin.token, 'Once.');
    await testApp.request('PUT', `/instruments/${ids[1]}`, { as: market.admin.token, body: { status: 'Open' } });
    await migrate(testApp.database.url, { backOver: '0050-status-setters' });
    await migrate(testApp.database.url, 'up');
    const [entry] = await sql(
      `select at from audit_entries where action = 'instrument.changed' and subject_id = ? order by id limit 1`,
      [String(ids[0])],
    );
    expect(await readSetter('EARLIER1')).toEqual({
      since: new Date(entry?.at ?? '').toISOString(),
      by: String(market.admin.id),
    });
    expect(await sql(`select status_since, status_set_by from instruments where id = ?`, [ids[1]])).toEqual([
      { status_since: null, status_set_by: null },
    ]);
  });
});
