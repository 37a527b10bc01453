/* One preparation at a time in one checkout; the second waits for the first and then finds everything done. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const beatMilliseconds = 2000;
/* A holder that has not touched its lock for this long is gone, whoever has its process id by now. */
const silenceMilliseconds = 20000;

export async function withLock(path, say, work) {
  const mine = `${process.pid} ${hostname()} ${Date.now()}`;
  await take(path, mine, say);
  const beat = setInterval(() => touch(path), beatMilliseconds);
  const release = () => {
    if (read(path) === mine) rmSync(path, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.removeListener('exit', release);
    release();
  }
}

async function take(path, mine, say) {
  for (let turn = 0; ; turn++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') {
        error.message = `something has to be installed or built, and ${path} cannot be written: ${error.message}`;
        throw error;
      }
    }
    const holder = read(path);
    if (holder === null) continue;
    if (isAbandoned(path, holder)) {
      breakOpen(path, holder);
      continue;
    }
    if (turn === 0) say(`Waiting for another start in this directory (process ${holder.split(' ')[0]}) to finish installing and building ...`);
    await pause(200);
  }
}

function isAbandoned(path, holder) {
  const [pid, host] = holder.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > silenceMilliseconds;
  } catch {
    return false;
  }
}

/* Two may find the same lock abandoned: the rename lets only one of them have it, and one that grabbed a new lock puts it back. */
function breakOpen(path, holder) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== holder) linkSync(aside, path);
  } catch {
    /* Another was quicker. */
  }
  rmSync(aside, { force: true });
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function touch(path) {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    /* The lock was taken away; the work is then finished all the same. */
  }
}
