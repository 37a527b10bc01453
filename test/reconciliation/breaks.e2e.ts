import { type BackOffice, daysAfter, type Fields, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import type { Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

type Break = Readonly<{ id: number; assignee_id: number | null; due_on: string | null; overdue: boolean }>;

describe('breaks', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let date: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    date = daysAfter(await desk.sessionDate(), -1);
  });
  afterAll(() => testApp.close());

  const line = (quantity: number) => ({ instrument_id: desk.instrumentId, quantity, price: 6700 });
  /** A break of a new account of that person. */
  const openBreak = async (owner: Person): Promise<Readonly<{ id: number; acctId: number }>> => {
    const acctId = await desk.account(owner);
    const posted = await desk.refer(acctId, date, [line(3)]);
    return { id: posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id ?? 0, acctId };
  };
  const update = (body: Fields, as = desk.admin) =>
    testApp.request('POST', '/reconciliation/breaks/updates', { as: as.token, body });
  const read = (id: number) => desk.read<Break>(`/reconciliation/breaks/${id}`);
  /** As if time had passed since the due date was set. */
  const makeOverdue = (ids: readonly number[]) =>
    testApp.orm.em.execute('update break_assignments set due_on = ? where break_id = any(?)', [
      daysAfter(date, -1),
      `{${ids.join(',')}}`,
    ]);
  const list = async (query: string) =>
    (await desk.read<Break[]>(`/reconciliation/breaks?${query}`)).map(({ id }) => id);

  it('keep notes and history', async () => {
    const { id, acctId } = await openBreak(desk.ada);
    const path = `/reconciliation/breaks/${id}`;
    const noted = (text: string, as = desk.admin) =>
      testApp.request('POST', `${path}/notes`, { as: as.token, body: { text } });
    const closing = await testApp.request('POST', '/refpositions', {
      as: desk.admin.token,
      body: { acct_id: acctId, as_of: date, position: [line(0)], note: ' One trade was theirs. ' },
    });

    expect([
      (await noted('We called them.')).statusCode,
      (await noted('')).statusCode,
      (await noted('a\u202eb')).statusCode,
      (await noted('x'.repeat(501))).statusCode,
      (await noted('mine', desk.bob)).statusCode,
    ]).toEqual([201, 400, 400, 400, 404]);
    expect(await desk.read(path)).toMatchObject({
      status: 'Closed',
      note: { text: 'We called them.', user_id: desk.admin.id, list_id: null },
      notes: [
        { text: 'One trade was theirs.', list_id: closing.json<{ id: number }>().id },
        { text: 'We called them.' },
      ],
      history: [
        { happened: 'Opened', difference: 3, user_id: desk.admin.id },
        { happened: 'Closed', difference: 0, list_id: closing.json<{ id: number }>().id },
      ],
    });
    expect(
      (await desk.read<{ detail: string }[]>('/audit?action=break.noted')).map(({ detail }) =>
        detail.replace(/\d+$/, 'n'),
      ),
    ).toEqual(Array(2).fill(`break ${id} of account ${acctId}, note n`));
    expect([
      await list(`account=${encodeURIComponent(desk.ada.email)}&older_than_days=0&acct_id=${acctId}`),
      await list('account=nobody'),
      await list(`older_than_days=1&acct_id=${acctId}`),
    ]).toEqual([[id], [], []]);
  });

  it.each(['1e3', '0x10', '%201', '%2B1', '1.0', '-0', '', '36501'])(
    'of %j days are not listed: it is no whole number from 0 to 36500',
    async (days) => {
      const answer = await testApp.request('GET', `/reconciliation/breaks?older_than_days=${days}`, {
        as: desk.admin.token,
      });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [expect.objectContaining({ pointer: 'older_than_days' })],
      ]);
    },
  );

  it('are assigned, dated and noted together; what is left out stays, and null takes away', async () => {
    const [one, other] = [await openBreak(desk.ada), await openBreak(desk.bob)];
    const ids = [other.id, one.id];
    const today = new Date().toISOString().slice(0, 10);
    const first = await update({ break_ids: ids, assignee_id: desk.admin.id, due_on: today, note: 'Asked them.' });
    await makeOverdue(ids);
    const found = await list(`assignee_id=${desk.admin.id}&overdue=true`);
    const unassigned = await list('assignee_id=nobody&status=Open');
    const second = await update({ break_ids: [one.id], due_on: null });

    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      [one, other].map(({ id }) => ({
        id,
        assignee_id: desk.admin.id,
        due_on: today,
        overdue: false,
        note: { text: 'Asked them.' },
      })),
    ]);
    expect(found).toEqual([one.id, other.id]);
    expect(ids.filter((id) => unassigned.includes(id))).toEqual([]);
    expect(second.json()).toMatchObject([{ assignee_id: desk.admin.id, due_on: null, overdue: false }]);
    expect([await list('sort=due_on&per_page=1'), await list('sort=-due_on&per_page=1')]).toEqual([
      [other.id],
      [other.id],
    ]);
    expect((await list('sort=-opened_at'))[0]).toBe(other.id);
    expect(await list(`assignee_id=${desk.admin.id}&overdue=true`)).toEqual([other.id]);
    await update({ break_ids: [one.id], assignee_id: null });
    const never = await openBreak(desk.ada);
    expect((await list('assignee_id=nobody&status=Open')).slice(-2)).toEqual([one.id, never.id]);
    expect((await desk.read<{ code: string }>('/reconciliation/breaks?assignee_id=me')).code).toBe('invalid_request');
    expect([await read(one.id), await read(other.id)]).toMatchObject([
      { assignee_id: null, due_on: null },
      { assignee_id: desk.admin.id, due_on: daysAfter(date, -1) },
    ]);
    expect((await desk.read<{ detail: string }[]>('/audit?action=break.assigned')).map(({ detail }) => detail)).toEqual(
      [
        `break ${one.id} of account ${one.acctId}, to nobody`,
        `break ${one.id} of account ${one.acctId}, without a due date`,
        `break ${other.id} of account ${other.acctId}, to user ${desk.admin.id}, due ${today}`,
        `break ${one.id} of account ${one.acctId}, to user ${desk.admin.id}, due ${today}`,
      ],
    );
  });

  it('say by which list and whom they were closed, also where another user is assigned', async () => {
    const { id, acctId } = await openBreak(desk.ada);
    await update({ break_ids: [id], assignee_id: desk.admin.id });
    const open = await read(id);
    const closed = (await desk.refer(acctId, date, [line(0)], desk.ada)).json<{ id: number }>();
    const [listed] = await desk.read<Fields[]>(`/reconciliation/breaks?acct_id=${acctId}`);
    const browser = openBrowserClient(testApp);
    await browser.signIn(desk.admin);
    const pages = [
      await browser.get(`/reconciliation/breaks?status=Closed&assignee_id=${desk.admin.id}`),
      await browser.get(`/reconciliation/breaks/${id}`),
    ];

    expect(open).toMatchObject({ closed_list_id: null, closed_by: null });
    for (const one of [listed, await read(id)])
      expect(one).toMatchObject({ assignee_id: desk.admin.id, closed_list_id: closed.id, closed_by: desk.ada.id });
    const [head = '', row = ''] = (
      await testApp.request('GET', `/reconciliation/breaks?acct_id=${acctId}`, {
        as: desk.admin.token,
        accept: 'text/csv',
      })
    ).body.split('\r\n');
    expect([head, row]).toEqual([
      expect.stringMatching(/,closed_by,assignee_email,closed_by_email,resolution$/),
      expect.stringMatching(new RegExp(`,${desk.ada.id},${desk.admin.email},${desk.ada.email},Agreed$`)),
    ]);
    for (const { body } of pages)
      expect(body.replaceAll('<wbr>', '')).toContain(
        `by <a href="/refpositions/${closed.id}">list ${closed.id}</a> of <span title="${desk.ada.email}">ada Example</span>`,
      );
  });

  it('name the open breaks before and after, of accounts that the reader may view', async () => {
    const [one, two, bobs, three] = [
      await openBreak(desk.ada),
      await openBreak(desk.ada),
      await openBreak(desk.bob),
      await openBreak(desk.ada),
    ];
    await desk.refer(two.acctId, date, [line(0)]);
    const readNeighbors = async (id: number, as: Person) => {
      const { previous_open_id: previous, next_open_id: next } = await desk.read(`/reconciliation/breaks/${id}`, as);
      return [previous, next];
    };

    expect((await readNeighbors(one.id, desk.admin))[1]).toBe(bobs.id);
    expect(await readNeighbors(bobs.id, desk.admin)).toEqual([one.id, three.id]);
    expect(await readNeighbors(three.id, desk.ada)).toEqual([one.id, null]);
    expect(
      (await testApp.request('GET', `/reconciliation/breaks/${two.id}`, { as: desk.ada.token, accept: 'text/html' }))
        .body,
    ).toContain(`<a href="/reconciliation/breaks/${three.id}">Next break</a>`);
  });

  it('are not due on a day that has passed', async () => {
    const { id } = await openBreak(desk.ada);
    const refused = await update({ break_ids: [id], due_on: '2026-01-05', note: 'Late.' });

    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        code: 'date_in_the_past',
        errors: [{ pointer: '/due_on', message: expect.stringMatching(/^due_on must not be/) }],
      },
    ]);
    expect(await read(id)).toMatchObject({ due_on: null, note: null });
  });

  it('are changed all or not at all, by those who may post positions, and assigned to those who may resolve them', async () => {
    const [adas, bobs] = [await openBreak(desk.ada), await openBreak(desk.bob)];
    await testApp.request('PUT', `/accounts/${bobs.acctId}/grants/${desk.ada.id}`, {
      as: desk.admin.token,
      body: { access: 'Read' },
    });
    const both = { break_ids: [adas.id, bobs.id], assignee_id: desk.ada.id, note: 'Mine.' };
    const unknown = await update({ ...both, break_ids: [adas.id, 2_000_000_000] });
    const [foreign, readable] = [await update(both, desk.bob), await update(both, desk.ada)];

    expect(
      [unknown, foreign, readable].map((response) => [response.statusCode, response.json<{ code: string }>().code]),
    ).toEqual([
      [404, 'unknown_break'],
      [404, 'unknown_break'],
      [403, 'administrators_only'],
    ]);
    expect((await update({ break_ids: [adas.id], assignee_id: desk.bob.id })).json()).toMatchObject({
      status: 422,
      code: 'unknown_assignee',
      errors: [{ pointer: '/assignee_id' }],
    });
    expect(await read(adas.id)).toMatchObject({ assignee_id: null, notes: [] });
    expect((await update({ ...both, break_ids: [adas.id] }, desk.ada)).statusCode).toBe(200);
  });

  it.each([
    [{ break_ids: [] }],
    [{ break_ids: [1, 1] }],
    [{ break_ids: Array.from({ length: 201 }, (_, at) => at + 1) }],
    [{ break_ids: ['1'] }],
    [{ due_on: '2026-02-30' }],
    [{ assignee_id: 'me' }],
    [{ note: ' ' }],
    [{ note: null }],
    [{ owner: 1 }],
  ])('are not changed by %j', async (wrong) => {
    expect((await update({ break_ids: [1], note: 'x', ...wrong })).statusCode).toBe(400);
  });

  describe('in a browser', () => {
    let browser: BrowserClient;
    beforeAll(async () => {
      browser = openBrowserClient(testApp);
      await browser.signIn(desk.admin);
    });

    const ticked = (ids: readonly number[], fields: Readonly<Record<string, string>>) => ({
      break_ids: ids.join('\n'),
      ...fields,
    });
    const listIds = (body: string): number[] => [...body.matchAll(/<tr id="break-(\d+)"/g)].map(([, id]) => Number(id));

    it('are listed while they are open, unless others are asked for', async () => {
      const [open, closed] = [await openBreak(desk.ada), await openBreak(desk.ada)];
      await desk.refer(closed.acctId, date, [line(0)]);
      const pages = await Promise.all(
        ['', '&status=Closed', '&status=All'].map((more) =>
          browser.get(`/reconciliation/breaks?acct_id=${open.acctId}${more}`),
        ),
      );
      const ofClosed = await browser.get(`/reconciliation/breaks?acct_id=${closed.acctId}`);

      expect(pages.map(({ body }) => listIds(body))).toEqual([[open.id], [], [open.id]]);
      expect([listIds(ofClosed.body), ofClosed.body.includes('No open breaks')]).toEqual([[], true]);
      expect(await list(`acct_id=${closed.acctId}`)).toEqual([closed.id]);
      expect(
        (await browser.get(`/reconciliation/breaks?_as=csv&acct_id=${closed.acctId}`)).body.split('\r\n'),
      ).toHaveLength(2);
    });

    it('are ticked and changed together, or one on its own page', async () => {
      const [one, other] = [await openBreak(desk.ada), await openBreak(desk.bob)];
      const page = await browser.get('/reconciliation/breaks');
      const action = '/reconciliation/breaks/updates/new';
      expect(page.body).toContain(`name="break_ids" value="${one.id}" form="updates"`);
      const sent = await browser.press(
        page,
        action,
        ticked([one.id, other.id], {
          assignee: String(desk.admin.id),
          due_on: '2199-01-01',
          undated: '',
          note: 'Both.',
        }),
      );

      expect([sent.statusCode, sent.headers.location]).toEqual([303, '/reconciliation/breaks']);
      expect(await read(one.id)).toMatchObject({
        assignee_id: desk.admin.id,
        due_on: '2199-01-01',
        note: { text: 'Both.' },
      });
      const own = await browser.get(`/reconciliation/breaks/${other.id}`);
      const again = await browser.press(own, action, { assignee: 'nobody', due_on: '', undated: 'yes' });
      expect(again.headers.location).toBe(`/reconciliation/breaks/${other.id}`);
      expect(await read(other.id)).toMatchObject({ assignee_id: null, due_on: null, note: { text: 'Both.' } });
      expect(again.body + own.body + page.body).not.toMatch(
        /<(?:select|input)[^>]* name="(?:assignee|due_on)"[^>]* required/,
      );
      const unchanged = await browser.press(own, action, { assignee: '', due_on: '', undated: '' });
      expect([unchanged.statusCode, unchanged.body]).toEqual([
        400,
        expect.stringMatching(
          `Choose an assignee or a due date, or write a note[^]*href="/reconciliation/breaks/${other.id}">Back to the break`,
        ),
      ]);
      const nothing = await browser.press(page, action, { assignee: '', note: 'None.', undated: '' });
      expect([nothing.statusCode, nothing.body.includes('Select the breaks')]).toEqual([400, true]);
      const late = await browser.press(own, action, { assignee: '', due_on: '2026-01-05', undated: '' });
      expect([late.statusCode, late.body]).toEqual([
        422,
        expect.stringMatching(/Breaks cannot be due on 2026-01-05: today is \d{4}-\d\d-\d\d \(UTC\)\./),
      ]);
    });

    it('are changed from the page that refused their date, without being selected once more', async () => {
      const [one, other] = [await openBreak(desk.ada), await openBreak(desk.bob)];
      const action = '/reconciliation/breaks/updates/new';
      const changes = { assignee: String(desk.admin.id), due_on: '2026-01-05', undated: '', note: 'Asked.' };
      const page = await browser.get('/reconciliation/breaks');
      const refused = await browser.press(page, action, ticked([one.id, other.id], changes));
      const sent = await browser.press(refused, action, ticked([one.id, other.id], { due_on: '2199-01-01' }));

      expect([refused.statusCode, sent.statusCode]).toEqual([422, 303]);
      for (const { id } of [one, other])
        expect(refused.body).toContain(`<input type="hidden" name="break_ids" value="${id}">`);
      for (const { id } of [one, other])
        expect(await read(id)).toMatchObject({
          assignee_id: desk.admin.id,
          due_on: '2199-01-01',
          note: { text: 'Asked.' },
        });
    });

    it('are listed after a change, or a refused one, as they were filtered', async () => {
      const { id } = await openBreak(desk.ada);
      const page = await browser.get('/reconciliation/breaks?status=All&symbol=desk&account=ada');
      const action = '/reconciliation/breaks/updates/new';
      const nothing = await browser.press(page, action, { assignee: '', note: 'None.', undated: '' });
      const sent = await browser.press(page, action, ticked([id], { assignee: '', note: 'One.', undated: '' }));
      const foreign = await browser.press(
        page,
        action,
        ticked([id], { list: '//example.org', assignee: '', note: 'One.', undated: '' }),
      );

      expect(listIds(page.body)).toContain(id);
      expect(nothing.body).toContain('href="/reconciliation/breaks?status=All&amp;symbol=desk&amp;account=ada"');
      expect(sent.headers.location).toBe('/reconciliation/breaks?status=All&symbol=desk&account=ada');
      expect(foreign.headers.location).toBe('/reconciliation/breaks');
      expect(await list('symbol=desk&sort=-opened_at&per_page=1')).toEqual([id]);
      expect(await list('symbol=NONE')).toEqual([]);
      const { name } = await desk.read<{ name: string }>(`/products/${desk.productId}`);
      const named = encodeURIComponent(name.slice(1).toLowerCase());
      expect(await list(`symbol=${named}&sort=-opened_at&per_page=1`)).toEqual([id]);
    });
  });
});
