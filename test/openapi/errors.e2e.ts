import { readFile } from 'node:fs/promises';
import { type TestApp, openTestApp } from '../support/test-app.js';

type ContractError = Readonly<{ kind: string; status: number; otherStatus?: number; file: string }>;

describe('error reference', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it('has one section per error code of the source, with its statuses', async () => {
    const { errorsByCode } = await readContractFile();
    const statusesInSource = Object.fromEntries(
      Object.entries(errorsByCode).map(([code, { status, otherStatus }]) => [code, [status, otherStatus]]),
    );
    const published: { code: string; status: number; other_status?: number }[] = (
      await testApp.request('GET', '/docs/errors')
    ).json();

    expect(
      Object.fromEntries(published.map(({ code, status, other_status: other }) => [code, [status, other]])),
    ).toEqual({ ...statusesInSource, ...UNDECLARED_ERRORS });
  });

  it('is sorted by code', async () => {
    const published: { code: string }[] = (await testApp.request('GET', '/docs/errors')).json();
    const codes = published.map(({ code }) => code);

    expect(codes).toEqual([...codes].sort());
  });

  it('is searched by words in any order, code, status, cause and fix', async () => {
    const searchCodes = async (...q: readonly string[]) =>
      (await testApp.request('GET', `/docs/errors${q.map((text) => `?q=${encodeURIComponent(text)}`).join('')}`))
        .json<{ code: string }[]>()
        .map(({ code }) => code);
    const all = await searchCodes();

    expect([await searchCodes('Email_Taken'), await searchCodes(' exists 409  email ')]).toEqual([
      ['email_taken'],
      expect.arrayContaining(['email_taken']),
    ]);
    expect((await searchCodes('409')).length).toBeGreaterThan((await searchCodes('409 email')).length);
    expect([all.length > 50, await searchCodes('no such words anywhere')]).toEqual([true, []]);
    const page = async (q: string) =>
      (await testApp.request('GET', `/docs/errors?q=${encodeURIComponent(q)}`, { accept: 'text/html' })).body;
    expect(await page('email_taken')).toMatch(
      /type="search"[^>]*value="email_taken"[^]*href="\/docs\/errors\/email_taken"/,
    );
    expect(await page('<b>')).toContain('No error code matches “&lt;b&gt;”');
    expect((await testApp.request('GET', `/docs/errors?q=${'x'.repeat(101)}`)).statusCode).toBe(400);
  });

  it.each(['text/html', 'application/json'])('returns 404 for an unknown code (%s)', async (accept) => {
    const response = await testApp.request('GET', '/docs/errors/no_such_code', { accept });

    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('unknown_error_code');
  });

  it('is the target of a problem’s type', async () => {
    const { type, code } = (await testApp.request('GET', '/no/such/address')).json();
    const response = await testApp.request('GET', new URL(type).pathname, { accept: 'text/html' });

    expect(code).toBe('unknown_route');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<h1>Unknown route</h1>');
    expect(response.body).toContain('There is nothing at this address.');
  });
});

/** `server_error` is what everything unexpected becomes; no class stands for it. */
const UNDECLARED_ERRORS = { server_error: [500, undefined] };

async function readContractFile(): Promise<{ errorsByCode: Record<string, ContractError> }> {
  return JSON.parse(await readFile('src/openapi/contract.json', 'utf8')) as {
    errorsByCode: Record<string, ContractError>;
  };
}
