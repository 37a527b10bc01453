import { readFile } from 'node:fs/promises';
import { killQuietly } from '../support/kill-quietly.js';
import { openServiceOnOwnPostgres, processesOf, query, until } from '../support/postgres-service.js';

/** The process that recovers after a crash; there for some milliseconds only. */
async function findStartupProcess(postmaster: number): Promise<number | null> {
  for (const pid of (await processesOf(postmaster)).slice(1)) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (title.startsWith('postgres: startup')) return pid;
  }
  return null;
}

describe('PostgreSQL outage', () => {
  let service: Awaited<ReturnType<typeof openServiceOnOwnPostgres>>;
  const unhandled: unknown[] = [];
  const recordRejection = (reason: unknown) => void unhandled.push(reason);
  beforeAll(async () => {
    process.on('unhandledRejection', recordRejection);
    service = await openServiceOnOwnPostgres();
  });
  afterEach(() => {
    expect(unhandled).toEqual([]);
    expect(service.said.filter((line) => line.includes('unexpected fault'))).toEqual([]);
  });
  afterAll(async () => {
    await service.close();
    process.off('unhandledRejection', recordRejection);
  });

  const waitUntilAnswering = () =>
    until(
      () => service.request('GET'),
      ({ statusCode }) => statusCode === 200,
      15_000,
    );

  it('by kill: the service returns 503 with Retry-After, restarts it and loses nothing', async () => {
    await service.request('POST');
    const before = (await service.request('GET')).json();
    const killed = await service.postmaster();

    process.kill(killed, 'SIGKILL');
    const first = await until(
      () => service.request('POST'),
      ({ statusCode }) => statusCode !== 201,
      2_000,
    );

    expect(first.statusCode).toBe(503);
    expect(first.headers['retry-after']).toBe('1');
    expect(first.json()).toMatchObject({
      status: 503,
      code: 'database_unavailable',
      detail: expect.stringContaining('Whether the request took effect is unknown'),
    });
    const healed = await waitUntilAnswering();
    expect(healed.statusCode).toBe(200);
    expect(healed.json().lines).toBeGreaterThanOrEqual(before.lines);
    expect(await service.postmaster()).not.toBe(killed);
    expect((await service.request('POST')).statusCode).toBe(201);
    expect(
      await until(
        () => Promise.resolve(service.said),
        (said) => said.includes('PostgreSQL is back.'),
        30_000,
      ),
    ).toContain('PostgreSQL is back.');
  });

  it('by two kills in a row: it is restarted twice', async () => {
    for (let round = 0; round < 2; round += 1) {
      process.kill(await service.postmaster(), 'SIGKILL');
      await until(
        () => service.request('GET'),
        ({ statusCode }) => statusCode === 503,
        2_000,
      );
      expect((await waitUntilAnswering()).statusCode).toBe(200);
    }
  });

  it('by a killed server process: it restarts itself, and the service reconnects', async () => {
    const postmaster = await service.postmaster();
    const [backend] = await query(
      service.database.url,
      `select pid from pg_stat_activity where application_name = 'kontor' limit 1`,
    );

    process.kill(Number(backend?.['pid']), 'SIGKILL');
    const first = await until(
      () => service.request('GET'),
      ({ statusCode }) => statusCode === 503,
      2_000,
    );

    expect(first.json()).toMatchObject({
      code: 'database_unavailable',
      detail: expect.stringContaining('Nothing was changed'),
    });
    expect((await waitUntilAnswering()).statusCode).toBe(200);
    expect(await service.postmaster()).toBe(postmaster);
  });

  it('by a stuck recovery: it is ended and started anew', async () => {
    const postmaster = await service.postmaster();
    const [backend] = await query(
      service.database.url,
      `select pid from pg_stat_activity where application_name = 'kontor' limit 1`,
    );
    process.kill(Number(backend?.['pid']), 'SIGKILL');
    let recovery: number | null = null;
    for (const deadline = Date.now() + 5_000; recovery === null && Date.now() < deadline;)
      recovery = await findStartupProcess(postmaster);
    process.kill(recovery ?? Number.NaN, 'SIGABRT');

    expect(
      (
        await until(
          () => service.request('GET'),
          ({ statusCode }) => statusCode === 200,
          40_000,
        )
      ).statusCode,
    ).toBe(200);
    expect(await service.postmaster()).not.toBe(postmaster);
  });

  it('by a hanging server: every request is answered within five seconds, and works when the server continues', async () => {
    await Promise.all(Array.from({ length: 8 }, () => service.request('GET')));
    const hanging = await processesOf(await service.postmaster());
    hanging.forEach((pid) => {
      killQuietly(pid, 'SIGSTOP');
    });
    try {
      const requestedAt = Date.now();
      const responses = await Promise.all(
        Array.from({ length: 30 }, async (_, index) => ({
          ...(await service.request(index % 2 ? 'GET' : 'POST')),
          after: Date.now() - requestedAt,
        })),
      );

      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
      expect(Math.max(...responses.map(({ after }) => after))).toBeLessThan(5_000);
    } finally {
      // The first is the postmaster, which may take leave of a process that had ended before.
      hanging.forEach((pid) => {
        killQuietly(pid, 'SIGCONT');
      });
    }
    expect((await waitUntilAnswering()).statusCode).toBe(200);
  });

  it('leaves every connection of the pool usable', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => service.request('POST')));

    expect(responses.filter(({ statusCode }) => statusCode !== 201)).toEqual([]);
  });
});
