/** Verified points of the exchange in a directory, left and read as by `kontor verify`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PointDirectory } from '../../src/exchange/verification/point-directory.js';
import { verify } from '../../src/exchange/verification/verify.service.js';
import type { StartChoice } from '../../src/exchange/verification/verification-start.js';
import { barComparison } from '../../src/marketdata/bars/bar-comparison.js';
import { describeTables, NO_SNAPSHOTS } from './verification.js';

export class KeptPoints {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'kontor-points-'));

  get files(): string[] {
    return readdirSync(join(this.dataDir, 'verification'));
  }

  get verified(): string {
    return join(this.dataDir, 'verification', 'verified.point');
  }

  verify(url: string, start: StartChoice, keepEveryMs = 60_000) {
    const points = { directory: new PointDirectory(this), keepEveryMs };
    return verify(
      url,
      describeTables(),
      { isQuick: false, say: () => undefined, snapshots: NO_SNAPSHOTS, start, points },
      [barComparison],
    );
  }

  /** A process that verifies everything and is killed when it has left so many points. */
  async interrupt(url: string, points: number): Promise<void> {
    const program = join(import.meta.dirname, 'verification-child.ts');
    const loader = join(import.meta.dirname, 'typescript.mjs');
    const child = spawn(process.execPath, ['--import', loader, program, url, this.dataDir, String(points)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error(`The verification has ended with ${code ?? signal}.`);
  }

  /** A verification that finds no difference leaves another point; returns what puts this one back. */
  save(): () => void {
    const bytes = readFileSync(this.verified);
    return () => writeFileSync(this.verified, bytes);
  }

  /** Flips a bit of the verified point. */
  damage(at: number): void {
    const bytes = readFileSync(this.verified);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(this.verified, bytes);
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
