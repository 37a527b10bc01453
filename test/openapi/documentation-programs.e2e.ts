import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasPython, recordRequests, runProcess, runPython, runTypeScript } from '../support/example-programs.js';
import { people, type Person } from '../support/people.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { tradingFloor } from '../support/trading-floor.js';

type Operation = Readonly<{
  operation_id: string;
  method: string;
  path: string;
  access: string;
  curl: string | null;
  typescript: string | null;
  python: string | null;
  body: { example: unknown } | null;
}>;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** What ends the token, the key or the user of the programs comes last. */
const isEnding = ({ operation_id: id, method }: Operation): boolean =>
  method === 'DELETE' || /password|secret|disable|endUserSessions|revoke/i.test(id);

describe('programs of the documentation', () => {
  let testApp: TestApp;
  let baseUrl: string;
  let operations: readonly Operation[];
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    testApp = await openTestApp();
    baseUrl = await testApp.url();
    const { admin } = await tradingFloor(testApp);
    env = { TOKEN: admin.token, CLIENT_ID: admin.key.clientId, CLIENT_SECRET: admin.key.clientSecret };
    const { rooms: tags } = (await testApp.request('GET', '/docs')).json<{
      rooms: { operations: { href: string; browser_only: boolean }[] }[];
    }>();
    const hrefs = tags.flatMap((tag) => tag.operations).filter((one) => !one.browser_only);
    operations = await Promise.all(
      hrefs.map(async ({ href }) => (await testApp.request('GET', href)).json<Operation>()),
    );
  });
  afterAll(() => testApp.close());

  it('send one request each that the service understands, and the same in Python', async () => {
    const programs = operations
      .filter(({ typescript }) => typescript !== null)
      .toSorted((one, other) => Number(isEnding(one)) - Number(isEnding(other)));
    const runs = [];
    for (const { operation_id: id, method, typescript } of programs) {
      const [run, ...further] = await runTypeScript(typescript ?? '', env);
      runs.push({ id, method, run, isSingle: further.length === 0 });
    }
    const faults = runs.flatMap(({ id, run }) =>
      run === undefined || [400, 401, 405, 406, 415].includes(run.status) || run.status >= 500
        ? [[id, run?.status, run?.code]]
        : [],
    );

    expect(runs.length).toBeGreaterThan(90);
    expect(faults).toEqual([['issueToken', 400, 'invalid_grant']]);
    expect(runs.filter(({ method, run, isSingle }) => !isSingle || run?.sent.method !== method)).toEqual([]);
    const sent = runs.map(({ run }) => run?.sent);
    if (hasPython)
      expect(
        await runPython(
          programs.map(({ python }) => python ?? ''),
          env,
          baseUrl,
        ),
      ).toEqual(sent);
  });

  it.each(['orders', 'streams', 'idempotency', 'webhooks', 'api-keys'])(
    'of the guide %s send the same request in every language',
    async (guide) => {
      const [shell, typescript, python] = await Promise.all(
        ['sh', 'ts', 'python'].map((language) => readPrograms(testApp, guide, language)),
      );
      const commands = shell?.filter((one) => one.startsWith('curl -s ')) ?? [];
      const runs = [];
      for (const program of typescript ?? []) runs.push(...(await runTypeScript(program, env)));

      expect(commands.length).toBeGreaterThan(0);
      expect(runs).toHaveLength(commands.length);
      expect(runs.filter(({ status }) => [400, 401, 405, 406, 415].includes(status) || status >= 500)).toEqual([]);
      const sent = runs.map((run) => run.sent);
      if (hasPython) expect(await runPython(python ?? [], env, baseUrl)).toEqual(sent);
      if (hasCurl)
        expect(
          await recordRequests(
            commands.map((one) => ['sh', '-ec', one]),
            env,
            baseUrl,
          ),
        ).toEqual(sent);
    },
  );

  it('of signing in work as printed, one after the other, with a key that has a name alone', async () => {
    const { email: EMAIL, password: PASSWORD, key } = await people.named(testApp, 'cora');
    const programs = await readPrograms(testApp, 'sign-in', 'sh');
    const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
    const variables = { PATH, EMAIL, PASSWORD, CLIENT_ID: key.clientId, CLIENT_SECRET: key.clientSecret };
    const printed = hasCurl ? await runProcess(['sh', '-ec', programs.join('echo\n')], variables) : null;

    expect(programs.join('')).toContain('grant_type=client_credentials');
    if (printed === null) return;
    expect(printed).not.toContain('error');
    expect(printed).toContain(`"email":"${EMAIL}"`);
  });

  describe('the quick start', () => {
    let programs: Readonly<Record<string, string>>;
    let trader: Person;
    let variables: Readonly<Record<string, string>>;
    beforeAll(async () => {
      const floor = await tradingFloor(testApp);
      trader = await people.bob(testApp);
      const maker = await people.named(testApp, 'maker');
      await floor.account(trader);
      // The example of halts has halted the instrument.
      await floor.data.send('POST', '/instruments/statuses', { status: 'Open', whole_venue: true });
      await floor.act(maker.token, floor.limit(await floor.account(maker), { side: 'Sell', quantity: 100 }));
      const languages = ['sh', 'ts', 'python'].map(
        async (language) => [language, (await readPrograms(testApp, 'quick-start', language)).join('\n')] as const,
      );
      programs = Object.fromEntries(await Promise.all(languages));
      const { email: EMAIL, password: PASSWORD, key } = trader;
      variables = { EMAIL, PASSWORD, CLIENT_ID: key.clientId, CLIENT_SECRET: key.clientSecret };
    });

    const countFilled = async () => {
      const orders = (await testApp.request('GET', '/orders', { as: trader.token })).json<{ state: string }[]>();
      return orders.filter(({ state }) => state === 'Filled').length;
    };

    it('places an order in five requests, in TypeScript', async () => {
      const before = await countFilled();
      const runs = await runTypeScript(programs['ts'] ?? '', variables);

      expect(runs.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);
      expect(await countFilled()).toBe(before + 1);
    });

    it('places an order in Python and in a shell, where they run', async () => {
      const before = await countFilled();
      const printed = [
        ...(hasPython ? [await runProcess(['python3', '-c', programs['python'] ?? ''], variables)] : []),
        ...(hasCurl
          ? [
              await runShell(programs['sh'] ?? '', variables),
              await runShell(programs['sh'] ?? '', variables, 'elsewhere'),
            ]
          : []),
      ];

      for (const text of printed) expect(text).toMatch(/["']state["']: ?["']Filled["']/);
      expect(await countFilled()).toBe(before + printed.length);
    });
  });
});

const readPrograms = async (testApp: TestApp, guide: string, language: string): Promise<string[]> => {
  const { text } = (await testApp.request('GET', `/docs/${guide}`)).json<{ text: string }>();
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
};

/** Beside a data directory with what the first start prints; `node` is the one of this process. */
async function runShell(
  program: string,
  variables: Readonly<Record<string, string>>,
  dataDirectory?: string,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-quick-start-'));
  const fields = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]);
  const data = join(directory, dataDirectory ?? 'data');
  await mkdir(data);
  await writeFile(join(data, 'first-sign-in.json'), JSON.stringify(Object.fromEntries(fields)));
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const printed = await runProcess(['sh', '-ec', `cd "${directory}"\n${program}`], {
    PATH: path,
    ...(dataDirectory !== undefined && { DATA_DIR: data }),
  });
  await rm(directory, { recursive: true });
  return printed;
}
