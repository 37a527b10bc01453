import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

/** A Chromium that can be started: `libraries` are what it needs and a bare machine lacks. */
export type Chromium = Readonly<{ path: string; libraries: string | null; fonts: string | null }>;

/** A Chromium of the machine comes first; the one inside the npm package needs nothing beyond npm. */
export async function findChromium(): Promise<Chromium> {
  const own = installed();
  return own === null ? packed() : { path: own, libraries: null, fonts: null };
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function installed(): string | null {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((directory) => names.map((name) => join(directory, name)));
  const elsewhere = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [...onPath, ...elsewhere].find((file) => existsSync(file)) ?? null;
}

/**
 * Unpacks the browser once per version. Workers may come here at the same time: each unpacks into a directory of its own, and
 * the first to rename it into place wins. The package's own unpacking writes to one place in /tmp and takes half a file for a whole.
 */
async function packed(): Promise<Chromium> {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const cache = join(home, '..', '..', '.cache', 'kontor-chromium');
  const place = join(cache, version);
  if (!existsSync(place)) {
    const draft = join(cache, randomUUID());
    await mkdir(draft, { recursive: true });
    await Promise.all([
      inflate(join(home, 'bin', 'chromium.br'), join(draft, 'chromium')),
      inflate(join(home, 'bin', 'al2023.tar.br'), join(draft, 'libraries.tar')),
      inflate(join(home, 'bin', 'fonts.tar.br'), join(draft, 'fonts.tar')),
    ]);
    await writeFile(
      join(draft, 'fonts.conf'),
      '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="relative">cache</cachedir></fontconfig>',
    );
    for (const archive of ['libraries.tar', 'fonts.tar'])
      await promisify(execFile)('tar', ['-xf', archive, '--exclude=fonts.conf'], { cwd: draft });
    await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return {
    path: join(place, 'chromium'),
    libraries: join(place, 'lib'),
    fonts: existsSync('/etc/fonts/fonts.conf') ? null : place,
  };
}

async function inflate(source: string, target: string): Promise<void> {
  await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target, { mode: 0o755 }));
}
