import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeZombie } from '../../test/support/zombie.js';
import { prepareClusterHome } from '../database/embedded/cluster.js';
import { findHolder, describeThisProcess } from '../database/data-directory-holder.js';
import { getProcessStartTime } from '../database/process-state.js';
import { claimDataDirectory } from './service-claim.js';

const remoteHolder = {
  pid: process.pid,
  place: 'another-container pid:[1]',
  birth: '1',
  startedAt: '2026-01-01T00:00:00.000Z',
  doing: 'serving',
  url: 'http://there:3000',
};
const silentLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('claim of a data directory', () => {
  let dataDir: string;
  let file: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kontor-claim-'));
    file = join(dataDir, 'service.json');
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const writeClaim = (holder: object, secondsAgo = 0) => {
    writeFileSync(file, JSON.stringify(holder));
    touch(secondsAgo);
  };
  const touch = (secondsAgo = 0) => utimesSync(file, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
  const readClaim = () => JSON.parse(readFileSync(file, 'utf8')) as typeof remoteHolder;

  it('of a container with invisible processes is respected while it is renewed', async () => {
    writeClaim(remoteHolder);
    const beat = setInterval(touch, 300);
    try {
      await expect(claimDataDirectory(dataDir)).rejects.toThrow(
        `Kontor runs already: process ${remoteHolder.pid} of ${remoteHolder.place}, at http://there:3000`,
      );
      expect(await findHolder(dataDir)).toMatchObject(remoteHolder);
      await expect(prepareClusterHome(dataDir, silentLogger)).rejects.toMatchObject({
        code: 'already_running',
        message: expect.stringContaining(remoteHolder.place),
      });
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    } finally {
      clearInterval(beat);
    }
    expect(readClaim()).toEqual(remoteHolder);
  });

  it('of a killed container is taken over after twenty seconds', async () => {
    writeClaim(remoteHolder, 19);
    const messages: string[] = [];
    const { release } = await claimDataDirectory(dataDir, 'still starting', (line) => messages.push(line));

    expect(readClaim()).toMatchObject(describeThisProcess());
    expect(messages).toEqual([expect.stringContaining('Waiting for a sign of life')]);
    await release();
    expect(existsSync(file)).toBe(false);
  });

  it('is renewed every two seconds', async () => {
    const { release } = await claimDataDirectory(dataDir);
    touch(60);
    await pause(2_500);

    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(2_500);
    await release();
  });

  it('is neither removed nor overwritten by a process that lost it', async () => {
    const { announce, release } = await claimDataDirectory(dataDir);
    writeClaim(remoteHolder);
    await announce('http://here:3000');
    await release();

    expect(readClaim()).toEqual(remoteHolder);
  });

  it('of a killed, unreaped process is taken over at once, with drafts of killed processes removed', async () => {
    const zombie = await makeZombie();
    try {
      writeClaim({ ...remoteHolder, place: describeThisProcess().place, pid: zombie.pid, birth: zombie.birth });
      writeFileSync(join(dataDir, `first-sign-in.json.${zombie.pid}`), '{"password":"secret"}');
      expect(await findHolder(dataDir)).toBeNull();
      const { release } = await claimDataDirectory(dataDir);

      expect(readClaim()).toMatchObject(describeThisProcess());
      expect(readdirSync(dataDir)).toEqual(['service.json']);
      await release();
    } finally {
      await zombie.end();
    }
  });

  it('from before a reboot is taken over, whatever process has its pid now', async () => {
    writeClaim({
      ...remoteHolder,
      ...describeThisProcess(),
      pid: process.ppid,
      birth: getProcessStartTime(process.ppid),
      boot: 'an earlier run of the kernel',
    });
    const { release } = await claimDataDirectory(dataDir);

    expect(readClaim()).toMatchObject(describeThisProcess());
    await release();
  });

  it('that is unreadable is an operator error that names the file and a fix', async () => {
    mkdirSync(file);

    await expect(claimDataDirectory(dataDir)).rejects.toMatchObject({
      message: expect.stringContaining(`${file}, which says who uses the data directory, cannot be read`),
      fix: expect.stringContaining('remove that file'),
    });
  });

  it('that is stale is not removed while another process removes it, and a killed remover blocks no one', async () => {
    writeClaim({ ...remoteHolder, place: describeThisProcess().place });
    const guard = `${file}.guard`;
    writeFileSync(guard, '');
    const claimed = claimDataDirectory(dataDir);
    await pause(300);
    expect(readClaim()).toMatchObject({ url: remoteHolder.url });
    utimesSync(guard, 1, 1);

    const { release } = await claimed;
    expect(readClaim()).toMatchObject({ ...describeThisProcess(), url: null });
    expect(existsSync(guard)).toBe(false);
    await release();
  });
});
