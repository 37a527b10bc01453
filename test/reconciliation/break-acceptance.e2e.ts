import { type BackOffice, daysAfter, type Fields, openBackOffice } from '../support/back-office.js';
import { openBrowserClient } from '../support/browser-client.js';
import type { Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { verifyJournal } from '../support/verification.js';

const UPDATES = '/reconciliation/breaks/updates';

describe('the acceptance of a break', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let date: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    date = daysAfter(await desk.sessionDate(), -2);
  });
  afterAll(() => testApp.close());

  const line = (quantity: number) => ({ instrument_id: desk.instrumentId, quantity, price: 6700 });
  const openedBy = (posted: Awaited<ReturnType<BackOffice['refer']>>): number[] =>
    posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened.map(({ id }) => id);
  /** A break of a new account: the back office has two short, the books have none. */
  const openBreak = async (owner: Person = desk.ada): Promise<Readonly<{ id: number; acctId: number }>> => {
    const acctId = await desk.account(owner);
    return { id: openedBy(await desk.refer(acctId, date, [line(-2)]))[0] ?? 0, acctId };
  };
  const accept = (ids: readonly number[], more: Fields = {}, as = desk.admin) =>
    testApp.request('POST', UPDATES, {
      as: as.token,
      body: { break_ids: ids, accept: true, note: 'Their trade.', ...more },
    });
  const read = (id: number) => desk.read(`/reconciliation/breaks/${id}`);

  it('closes it with its figures, the administrator and the note, and changes no position', async () => {
    const { id, acctId } = await openBreak();
    const later = await desk.refer(acctId, daysAfter(date, 1), [line(-2)]);
    const accepted = await accept([id]);

    expect(openedBy(later)).toEqual([]);
    const closed = { status: 'Closed', resolution: 'Accepted', difference: -2, internal: 0, reference: -2 };
    expect([accepted.statusCode, accepted.json()]).toMatchObject([200, [{ id, ...closed }]]);
    expect(await read(id)).toMatchObject({
      ...closed,
      ...{ closed_list_id: null, closed_by: desk.admin.id, closed_at: expect.any(String) as string, held_now: -2 },
      notes: [{ text: 'Their trade.', user_id: desk.admin.id, list_id: null }],
      history: [
        { happened: 'Opened', difference: -2 },
        { happened: 'Accepted', difference: -2, list_id: null, user_id: desk.admin.id },
      ],
    });
    expect((await desk.read<Fields[]>('/audit?action=break.accepted')).map(({ detail }) => detail)).toEqual([
      `break ${id} of account ${acctId}, -2 of the back office, 0 in the books`,
    ]);
    const events = await desk.read<Fields[]>(`/events?acct_id=${acctId}&type=break.closed`);
    expect(events).toMatchObject([{ type: 'break.closed', data: { id, status: 'Closed', difference: -2 } }]);
  });

  it('is replayed from the journal to the same tables and state', async () => {
    const [one, other] = [await openBreak(), await openBreak()];
    await accept([one.id, other.id]);
    await desk.refer(other.acctId, date, [line(-3)]);

    expect(await verifyJournal(testApp.database.url)).toMatchObject({ isEqual: true, differences: [] });
  });

  it('is a filter, and a column of the CSV', async () => {
    const [one, other] = [await openBreak(), await openBreak()];
    await accept([one.id]);
    await desk.refer(other.acctId, date, [line(0)]);
    const list = async (status: string, acctId: number) =>
      (await desk.read<Fields[]>(`/reconciliation/breaks?acct_id=${acctId}&status=${status}`)).map(
        ({ resolution }) => resolution,
      );
    const csv = await testApp.request('GET', `/reconciliation/breaks?acct_id=${one.acctId}`, {
      as: desk.admin.token,
      accept: 'text/csv',
    });

    expect(await Promise.all(['Accepted', 'Closed', 'Open'].map((status) => list(status, one.acctId)))).toEqual([
      ['Accepted'],
      ['Accepted'],
      [],
    ]);
    expect(await Promise.all(['Accepted', 'Closed'].map((status) => list(status, other.acctId)))).toEqual([
      [],
      ['Agreed'],
    ]);
    expect(csv.body).toMatch(/,closed_by_email,resolution\r\n.*,Accepted\r\n$/);
  });

  it('is said by the statement of its date, on the page, in JSON and in CSV', async () => {
    const { id, acctId } = await openBreak();
    const path = `/accounts/${acctId}/statement?as_of=${date}`;
    const today = new Date().toISOString().slice(0, 10);
    const office = openBrowserClient(testApp);
    await office.signIn(desk.admin);
    const readAll = async () => {
      const { body } = await office.get(path);
      const csv = await testApp.request('GET', path, { as: desk.admin.token, accept: 'text/csv' });
      const [head = [], row = []] = csv.body.split('\r\n').map((text) => text.split(','));
      const days = await desk.read<Fields[]>(`/accounts/statements?as_of=${today}&account=${acctId}`);
      return {
        position: (await desk.read<{ position: Fields[] }>(path)).position,
        cell: /<td[^>]*data-label="Difference"[^>]*>(.*?)<\/td>/.exec(body)?.[1],
        csv: ['difference', 'break_id', 'break_resolution'].map((name) => row[head.indexOf(name)]),
        openBreaks: days.map(({ open_breaks: count }) => count),
      };
    };
    const open = await readAll();
    await accept([id]);
    const accepted = await readAll();

    expect(open).toMatchObject({
      position: [{ difference: -2, break_id: id, break_resolution: null }],
      cell: expect.stringMatching(/^<a class="badge bad" href="[^"]*">-2<\/a>$/) as string,
      ...{ csv: ['-2', String(id), ''], openBreaks: [1] },
    });
    expect(accepted).toMatchObject({
      position: [{ difference: -2, break_id: id, break_resolution: 'Accepted' }],
      cell: `<a class="badge good" href="/reconciliation/breaks/${id}">-2 accepted</a>`,
      ...{ csv: ['-2', String(id), 'Accepted'], openBreaks: [0] },
    });
  });

  it('is of all breaks or of none, by administrators, with a note', async () => {
    const [one, other] = [await openBreak(), await openBreak(desk.bob)];
    const answers = [
      await accept([one.id], {}, desk.ada),
      await accept([one.id], {}, desk.bob),
      await accept([one.id], { note: undefined }),
      await accept([one.id, 2_000_000_000]),
    ];
    await accept([other.id]);
    const again = await accept([one.id, other.id], { due_on: '2199-01-01' });

    expect([...answers, again].map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      [403, 'administrators_only'],
      [404, 'unknown_break'],
      [400, 'invalid_request'],
      [404, 'unknown_break'],
      [409, 'break_not_open'],
    ]);
    expect(await read(one.id)).toMatchObject({ status: 'Open', resolution: null, due_on: null, notes: [] });
  });

  it('is for these figures: the list again for another price opens no break, another quantity does', async () => {
    const { id, acctId } = await openBreak();
    await accept([id]);
    const otherPrice = await desk.refer(acctId, date, [{ ...line(-2), price: 6701 }]);
    const otherQuantity = await desk.refer(acctId, date, [line(-3)]);

    const [next = id] = openedBy(otherQuantity);
    expect([openedBy(otherPrice), next > id]).toEqual([[], true]);
    expect(await read(id)).toMatchObject({ status: 'Closed', resolution: 'Accepted', difference: -2 });
  });

  describe('in a browser', () => {
    it('is offered in the list for open breaks alone', async () => {
      const [one, other] = [await openBreak(), await openBreak()];
      await accept([one.id]);
      const office = openBrowserClient(testApp);
      await office.signIn(desk.admin);
      const list = async (query: string) => {
        const { body } = await office.get(`/reconciliation/breaks?${query}`);
        const [form = ''] = /<form class="updates"[^]*?<\/form>/.exec(body) ?? [];
        const rows = [...body.matchAll(/<tr id="break-(\d+)">(.*?)<\/tr>/g)];
        return {
          fields: ['assignee', 'due_on', 'undated', 'note', 'accept'].filter((name) =>
            form.includes(` name="${name}"`),
          ),
          ticks: rows.flatMap(([, id, row = '']) => (row.includes(' name="break_ids"') ? [Number(id)] : [])),
        };
      };
      const [accepted, all] = [await list(`status=Accepted&acct_id=${one.acctId}`), await list('status=All')];
      const noted = await office.press(
        await office.get(`/reconciliation/breaks?status=Accepted&acct_id=${one.acctId}`),
        `${UPDATES}/new`,
        { break_ids: String(one.id), note: 'Once more.' },
      );

      expect(accepted).toEqual({ fields: ['note'], ticks: [one.id] });
      expect(all.fields).toEqual(['assignee', 'due_on', 'undated', 'note', 'accept']);
      expect([all.ticks.includes(one.id), all.ticks.includes(other.id)]).toEqual([false, true]);
      expect(noted.statusCode).toBe(303);
      expect(await read(one.id)).toMatchObject({ notes: [{ text: 'Their trade.' }, { text: 'Once more.' }] });
    });

    it('is offered to administrators on the page of the break, and shown there', async () => {
      const { id } = await openBreak();
      const [office, owner] = [openBrowserClient(testApp), openBrowserClient(testApp)];
      await office.signIn(desk.admin);
      await owner.signIn(desk.ada);
      const page = await office.get(`/reconciliation/breaks/${id}`);
      const ofOwner = await owner.get(`/reconciliation/breaks/${id}`);
      const [, form = ''] = /(<form class="note"[^>]*updates\/new">[^]*?<\/form>)/.exec(page.body) ?? [];
      const bare = await office.press(page, `${UPDATES}/new`, { accept: 'yes' });
      const [, field = ''] = /<div class="field">\s*(<label for="note">[^]*?)<\/div>/.exec(bare.body) ?? [];
      const sent = await office.press(bare, `${UPDATES}/new`, { note: 'Their trade.' });
      const { body } = await office.get(`/reconciliation/breaks/${id}`);

      expect(form).toContain('name="accept" value="yes"');
      expect([
        page.body.includes('The back office is right'),
        ofOwner.body.includes('The back office is right'),
      ]).toEqual([true, false]);
      expect([bare.statusCode, field, bare.body.split('why the figure of the back office').length]).toEqual([
        400,
        expect.stringMatching(/<p class="fault"[^>]*>Note must say why the figure of the back office is accepted\.</),
        2,
      ]);
      expect([sent.statusCode, sent.headers.location]).toEqual([303, `/reconciliation/breaks/${id}`]);
      expect(body).toContain('The figure of the back office was accepted: 2 short there, none here. No action needed.');
      expect(body).toMatch(/badge good">accepted<[^]*<td[^>]*>Accepted</);
    });

    it('is named in the review of a list with the same difference, which opens no break', async () => {
      const { id, acctId } = await openBreak();
      await accept([id]);
      const office = openBrowserClient(testApp);
      await office.signIn(desk.admin);
      const review = async (quantity: string): Promise<string> => {
        const row = { 'row.0.instrument': 'DESK', 'row.0.quantity': quantity, 'row.0.price': '6700' };
        const form = await office.get('/refpositions/new');
        const sent = await office.submit(form, { acct_id: String(acctId), as_of: date, ...row });
        return (await office.follow(sent)).body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
      };
      const [same, other] = [await review('-2'), await review('-3')];

      expect(same).toContain('-2: accepted no break');
      expect(same).not.toMatch(/: break|difference to the books/);
      expect(other).toMatch(/-3: break .* 1 difference to the books/);
    });
  });
});
