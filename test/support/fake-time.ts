/** A wall clock that a test sets, for a process of its own: libfaketime changes what the process reads, the monotonic clock and /proc/uptime stay honest. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];

function findLibrary(): string | null {
  const directories = places
    .filter(existsSync)
    .flatMap((place) => [
      place,
      ...readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [join(place, entry.name)] : [],
      ),
    ]);
  return directories.map((directory) => join(directory, 'faketime', 'libfaketimeMT.so.1')).find(existsSync) ?? null;
}

/** Null where this machine has no libfaketime (`apt-get install faketime`). A process sees a change within a second. */
export function openFakeTime() {
  const library = process.platform === 'linux' ? findLibrary() : null;
  if (library === null) return null;
  const directory = mkdtempSync(join(tmpdir(), 'kontor-clock-'));
  const file = join(directory, 'offset');
  const set = (seconds: number): void => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  set(0);
  return {
    /** For the environment of the process. */
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    /** From now on the process reads a time that is so many seconds from the right one. */
    set,
    close: (): void => rmSync(directory, { recursive: true, force: true }),
  };
}
