/* One preparation at a time in one checkout; the second waits for the first and then finds everything done. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const beatMilliseconds = 2000;
/* A holder that has not touched its lock for this long is gone, whatever process has its id by now. */
const silenceMilliseconds = 20000;
/* Removing an abandoned lock takes no time; a process that seems to need this long for it was killed meanwhile. */
const guardMilliseconds = 5000;

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
      await pause(20);
      continue;
    }
    if (turn === 0)
      say(
        `Waiting for another start in this directory (process ${holder.split(' ')[0]}) to finish installing and building ...`,
      );
    await pause(200);
  }
}

function isAbandoned(path, holder) {
  const [pid, host] = holder.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  return silenceOf(path) > silenceMilliseconds;
}

/*
 * Several may find the same lock abandoned. One at a time may remove it, and only while it is still the one that was judged: by
 * then it may be the lock of a faster process.
 */
function breakOpen(path, holder) {
  const guard = `${path}.guard`;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch {
    if (silenceOf(guard) > guardMilliseconds) rmSync(guard, { force: true });
    return;
  }
  if (read(path) === holder && isAbandoned(path, holder)) rmSync(path, { force: true });
  rmSync(guard, { force: true });
}

function silenceOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return error.code === 'EPERM' && !hasEnded(pid);
  }
}

/* A killed process keeps its number until its parent collects it; Linux says so in the field behind its name: Z or X. */
function hasEnded(pid) {
  const line = read(`/proc/${pid}/stat`) ?? '';
  return /^[ZXx]/.test(line.slice(line.lastIndexOf(')') + 2));
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
