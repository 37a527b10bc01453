import { openDatabaseProcess } from '../support/database-process.js';
import { openServiceOnOwnPostgres, query, superuserUrlOf, until } from '../support/postgres-service.js';
import { openSmallDisk } from '../support/small-disk.js';

// A small disk can be had as root on Linux, mostly.
const smallDisk = await openSmallDisk(1);
await smallDisk?.close();
const notTested = (name: string): unknown =>
  process.stderr.write(`Not tested, because this machine does not let us mount a small disk: a full disk ${name}.\n`);
const onSmallDisk: (name: string, test: () => Promise<void>) => unknown = smallDisk ? it : notTested;

describe('a full disk', () => {
  let disk: NonNullable<typeof smallDisk> | null = null;
  const open = async (megabytes: number) => {
    const opened = await openSmallDisk(megabytes);
    if (!opened) throw new Error('A disk could be mounted a moment ago.');
    disk = opened;
    return opened;
  };
  afterEach(() => disk?.close());

  it('is tested where this process may mount a small disk', () => {
    expect(smallDisk === null || process.platform === 'linux').toBe(true);
  });

  onSmallDisk('at the first start is reported plainly', async () => {
    const { dataDir } = await open(20);
    const { said } = await openDatabaseProcess(dataDir);

    expect(said.error).toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining('disk is full'),
      fix: expect.stringContaining('DATA_DIR'),
    });
  });

  onSmallDisk('while the service runs refuses what writes, lets what reads, and heals by itself', async () => {
    const small = await open(200);
    const service = await openServiceOnOwnPostgres(small);
    try {
      small.fill(0);
      const rejected = await until(
        () => service.request('POST'),
        ({ statusCode }) => statusCode !== 201,
        30_000,
      );
      expect(rejected.statusCode).toBe(503);
      expect(rejected.headers['retry-after']).toBe('30');
      expect(rejected.json()).toMatchObject({ status: 503, code: 'storage_full' });
      const lines = (await service.request('GET')).json().lines as number;

      small.empty();
      expect(
        (
          await until(
            () => service.request('POST'),
            ({ statusCode }) => statusCode === 201,
            30_000,
          )
        ).statusCode,
      ).toBe(201);
      expect((await service.request('GET')).json().lines).toBe(lines + 1);
    } finally {
      small.empty();
      await service.close();
    }
  });

  onSmallDisk(
    'without space for PostgreSQL’s own log takes it down, and the service waits for space and then goes on with all its rows',
    async () => {
      const small = await open(200);
      const service = await openServiceOnOwnPostgres(small);
      try {
        await service.request('POST');
        small.fill(0);
        // Fills the log's pieces that are there already, one after the other, until a new one is needed.
        const superuser = await superuserUrlOf(small.dataDir);
        await until(
          () =>
            query(superuser, `select pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()`).then(
              () => true,
              () => false,
            ),
          (succeeded) => !succeeded,
          10_000,
        );
        await until(
          () => Promise.resolve(service.said),
          (said) => said.some((line) => line.includes('The disk is full')),
          20_000,
        );
        const down = await service.request('GET');
        expect(down.statusCode).toBe(503);
        expect(down.headers['retry-after']).toBe('1');
        expect(service.said.join('\n')).toContain('PostgreSQL is not back yet: The disk is full');

        small.empty();
        expect(
          (
            await until(
              () => service.request('GET'),
              ({ statusCode }) => statusCode === 200,
              15_000,
            )
          ).json(),
        ).toEqual({ lines: 1 });
        expect((await service.request('POST')).statusCode).toBe(201);
      } finally {
        small.empty();
        await service.close();
      }
    },
  );
});
