import { eventLog } from '../support/event-log.js';
import { Blocks, readEvents } from '../support/event-reader.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { until } from '../support/postgres-service.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const kept = async (testApp: TestApp, acctIds: readonly number[] | 'all', after = '0') =>
  (await eventLog(testApp).read({ acctIds, after })).map(({ id, type, text }) => ({ id, event: type, data: text }));

describe('GET /events', () => {
  let testApp: TestApp;
  let floor: Floor;
  let [ada, bob]: Person[] = [];
  let [adas, bobs] = [0, 0];

  beforeAll(async () => {
    testApp = await openTestApp({ env: { STREAM_HEARTBEAT_SECONDS: '1' } });
    floor = await tradingFloor(testApp);
    [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    [adas, bobs] = [await floor.account(ada), await floor.account(bob)];
  });
  afterAll(() => testApp.close());

  const as = (person: Person | undefined): string => person?.token ?? '';
  const trade = async (): Promise<void> => {
    await floor.order(as(ada), floor.limit(adas, { quantity: 2 }));
    await floor.order(as(bob), floor.limit(bobs, { quantity: 2, side: 'Sell' }));
  };

  it('starts with a resumable heartbeat and sends each user their own events only', async () => {
    await trade();
    const [hers, his] = [await readEvents(testApp, { as: as(ada) }), await readEvents(testApp, { as: as(bob) })];
    const { headers, status } = hers.response;
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
      expect.stringContaining('Accept'),
    ]);
    const before = await eventLog(testApp).lastSeq();
    await trade();
    await until(
      () => Promise.resolve(his.news().length),
      (count) => count >= 4,
      30_000,
    );
    expect(hers.blocks.all[0]).toMatchObject({ id: String(before), event: 'heartbeat' });
    expect(hers.news().map(({ event }) => event)).toEqual([
      'order.accepted',
      'order.traded',
      'fill',
      'position.changed',
    ]);
    expect(hers.news()).toEqual(await kept(testApp, [adas], String(before)));
    expect(his.news()).toEqual(await kept(testApp, [bobs], String(before)));
    for (const [mine, others] of [
      [hers, bobs],
      [his, adas],
    ] as const)
      expect(JSON.stringify(mine.blocks.all)).not.toContain(`"acct_id":${others},`);
    await Promise.all([hers.close(), his.close()]);
  });

  it('resumes after any event, like the list of past events', async () => {
    const all = await kept(testApp, [adas]);
    for (const [n, { id }] of all.entries()) {
      const again = await readEvents(testApp, { as: as(ada), lastEventId: id });
      await until(
        () => Promise.resolve(again.news().length),
        (count) => count >= all.length - n - 1,
        30_000,
      );
      expect(again.news()).toEqual(all.slice(n + 1));
      await again.close();
    }
    const asked = await readEvents(testApp, { as: as(ada), query: '?last_event_id=0' });
    await until(
      () => Promise.resolve(asked.news().length),
      (count) => count >= all.length,
      30_000,
    );
    expect(asked.news()).toEqual(all);
    await asked.close();
    const list = (await testApp.request('GET', '/events?per_page=1000', { as: as(ada) })).json<
      { id: string; type: string; data: object }[]
    >();
    expect(list.map(({ id, type, data }) => ({ id, event: type, data: JSON.stringify(data) }))).toEqual(all);
  });

  it('works with curl', async () => {
    const child = spawn('curl', [
      '-sN',
      '-H',
      `Authorization: Bearer ${as(ada)}`,
      '-H',
      'Last-Event-ID: 0',
      `${await testApp.url()}/events?acct_id=${adas}&type=fill&type=position.changed`,
    ]);
    const blocks = new Blocks();
    child.stdout.on('data', (chunk: Buffer) => blocks.add(chunk.toString()));
    await trade();
    const expected = (await kept(testApp, [adas])).filter(
      ({ event }) => event === 'fill' || event === 'position.changed',
    );
    await until(
      () => Promise.resolve(blocks.news().length),
      (count) => count >= expected.length,
      30_000,
    );
    child.kill();
    expect(blocks.news()).toEqual(expected);
    const { stdout } = await promisify(execFile)('curl', [
      '-sI',
      '-H',
      `Authorization: Bearer ${as(ada)}`,
      '-H',
      'Accept: text/event-stream',
      `${await testApp.url()}/events`,
    ]);
    expect(stdout).toMatch(/^HTTP\/1.1 200[^]*content-type: text\/event-stream/i);
  });

  it('sends grants, their end and new accounts at once, and events during the grant', async () => {
    const eve = await people.eve(testApp);
    const reading = await readEvents(testApp, { as: eve.token });
    const [from] = reading.blocks.all;
    await trade();
    await floor.grant(adas, eve, 'Read');
    await trade();
    await floor.grant(adas, eve, null);
    await trade();
    const own = await floor.account(eve);
    await until(
      () => Promise.resolve(reading.news().length),
      (count) => count >= 7,
      30_000,
    );
    const types = reading.news().map(({ event }) => event);
    expect(types).toEqual([
      'account.granted',
      'order.accepted',
      'order.traded',
      'fill',
      'position.changed',
      'account.granted',
      'account.changed',
    ]);
    expect(JSON.parse(reading.news().at(-2)?.data ?? '')).toEqual({
      acct_id: adas,
      user_id: eve.id,
      access: null,
      changed_at: expect.any(String) as string,
    });
    expect(reading.news().at(-1)?.data).toContain(`"id":${own},`);
    await reading.close();
    // A user who comes back, to any place, receives the same; and so does a caller who asks for a list.
    for (const [n, { id }] of [{ id: from?.id ?? '0' }, { id: '0' }, ...reading.news()].entries()) {
      const left = reading.news().slice(Math.max(0, n - 1));
      const again = await readEvents(testApp, { as: eve.token, lastEventId: id ?? '0' });
      await until(
        () => Promise.resolve(again.news().length),
        (count) => count >= left.length,
        30_000,
      );
      expect(again.news()).toEqual(left);
      await again.close();
    }
    const list = (await testApp.request('GET', '/events', { as: eve.token })).json<{ id: string; data: object }[]>();
    expect(list.map(({ id, data }) => [id, JSON.stringify(data)])).toEqual(
      reading.news().map(({ id, data }) => [id, data]),
    );
  });

  describe('GET /events for accounts whose grants were all revoked', () => {
    const types = ['order.accepted', 'order.traded', 'fill', 'position.changed', 'account.granted', 'end'];
    const heard = ({ blocks }: Readonly<{ blocks: Blocks }>) =>
      blocks.all.map(({ event }) => event).filter((event) => event !== 'heartbeat');
    let mel: Person;
    let from = '';
    const open = (query: string, lastEventId?: string) =>
      readEvents(testApp, { as: mel.token, query, ...(lastEventId !== undefined && { lastEventId }) });
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await testApp.request('GET', `/events?acct_id=${adas}`, { as: mel.token, headers })).statusCode;

    beforeAll(async () => {
      mel = await people.named(testApp, 'mel');
      for (const acctId of [adas, bobs]) await floor.grant(acctId, mel, 'Read');
      from = String(await eventLog(testApp).lastSeq());
    });

    it('ends after the last revocation', async () => {
      const [one, fills, both, all] = [
        await open(`?acct_id=${adas}`),
        await open(`?acct_id=${adas}&type=fill`),
        await open(`?acct_id=${adas}&acct_id=${bobs}`),
        await open(''),
      ];
      await trade();
      await floor.grant(adas, mel, null);
      await Promise.all([one.ended, fills.ended]);
      expect([heard(one), heard(fills)]).toEqual([types, ['fill', 'end']]);
      expect(one.blocks.all.at(-1)).toEqual({
        id: null,
        event: 'end',
        data: expect.stringContaining('"code":"access_taken"') as string,
      });
      expect([both.isOver(), all.isOver()]).toEqual([false, false]);
      await floor.grant(bobs, mel, null);
      await both.ended;
      expect(heard(both).at(-1)).toBe('end');
      expect([all.isOver(), all.news().at(-1)?.data]).toEqual([
        false,
        expect.stringContaining('"access":null') as string,
      ]);
      await all.close();
    });

    it('ends with a reason for a resuming reader; afterwards the accounts are unknown', async () => {
      const again = await open(`?acct_id=${adas}`, from);
      await again.ended;
      expect(heard(again)).toEqual(types);
      for (const id of [again.news().at(-1)?.id ?? '', String(await eventLog(testApp).lastSeq())])
        expect(await status({ accept: 'application/json', 'last-event-id': id })).toBe(404);
      expect(await status({ accept: 'text/event-stream' })).toBe(404);
    });
  });

  it('sends all events to administrators, and heartbeats in between', async () => {
    const reading = await readEvents(testApp, { as: floor.admin.token, lastEventId: '0' });
    await until(
      () => Promise.resolve(reading.blocks.all.filter(({ event }) => event === 'heartbeat').length),
      (count) => count >= 3,
      30_000,
    );
    expect(reading.news()).toEqual(await kept(testApp, 'all'));
    const beats = reading.blocks.all.filter(({ event }) => event === 'heartbeat').map(({ id }) => id);
    expect([beats[0], beats.at(-1)]).toEqual(['0', String(await eventLog(testApp).lastSeq())]);
    await reading.close();
  });

  it.each([
    ['Last-Event-ID', { 'last-event-id': '12.x.1' }, '', 400, 'invalid_request'],
    ['Last-Event-ID', { 'last-event-id': '' }, '', 400, 'invalid_request'],
    ['Last-Event-ID', { 'last-event-id': '12.f.007' }, '?last_event_id=1', 400, 'invalid_request'],
    ['last_event_id', {}, '?last_event_id=12.o.1', 400, 'invalid_request'],
    ['last_event_id', {}, '?last_event_id=9007199254740993', 400, 'invalid_request'],
    ['type', {}, '?type=order', 400, 'invalid_request'],
    ['acct_id', {}, '?acct_id=x', 400, 'invalid_request'],
    ['Last-Event-ID', { 'last-event-id': '1000000' }, '', 409, 'event_not_written'],
    ['last_event_id', {}, '?last_event_id=1000000.f.3', 409, 'event_not_written'],
  ] as const)(
    'refuses an id that is malformed or not written: %s %j%s',
    async (...[name, headers, query, status, code]) => {
      for (const accept of ['text/event-stream', 'text/event-stream, application/json;q=0.1', 'application/json']) {
        const answer = await testApp.request('GET', `/events${query}`, {
          as: as(ada),
          headers: { ...headers, accept },
        });
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
        expect(answer.body).toContain(name);
      }
    },
  );

  it('refuses per_page for a stream', async () => {
    const answer = await testApp.request('GET', '/events?per_page=5', {
      as: as(ada),
      headers: { accept: 'text/event-stream, application/json;q=0.1' },
    });
    expect([answer.statusCode, answer.json<{ errors: unknown[] }>().errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: 'per_page' })],
    ]);
  });

  it('refuses accounts of other users as unknown', async () => {
    const [others, missing] = await Promise.all(
      [bobs, 2_000_000].map((acctId) =>
        testApp.request('GET', `/events?acct_id=${adas}&acct_id=${acctId}`, {
          as: as(ada),
          headers: { accept: 'text/event-stream, application/json;q=0.1' },
        }),
      ),
    );
    expect([others?.statusCode, others?.json<{ code: string }>().code]).toEqual([404, 'unknown_account']);
    expect(others?.body.replace(/"(?:request_id|instance)":"[^"]*"/g, '')).toBe(
      missing?.body.replace(/"(?:request_id|instance)":"[^"]*"/g, ''),
    );
  });

  it('has links between the pages of past events', async () => {
    const all = await kept(testApp, [adas]);
    const read: string[] = [];
    for (let path: string | undefined = `/events?acct_id=${adas}&per_page=7`; path !== undefined;) {
      const page = await testApp.request('GET', path, { as: as(ada) });
      read.push(...page.json<{ id: string }[]>().map(({ id }) => id));
      path = /<([^>]*)>/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    expect(read).toEqual(all.map(({ id }) => id));
  });
});
