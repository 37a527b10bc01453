/** Verifies a database like `kontor verify`, leaves a point at every end of a batch that it can, and is killed at one of them. */
import { PointDirectory } from '../../src/exchange/verification/point-directory.js';
import { verify } from '../../src/exchange/verification/verify.service.js';
import { barComparison } from '../../src/marketdata/bars/bar-comparison.js';
import { describeTables, NO_SNAPSHOTS } from './verification.js';

const [url = '', dataDir = '', points = '1'] = process.argv.slice(2);

class MortalPoints extends PointDirectory {
  private left = Number(points);

  override async write(...args: Parameters<PointDirectory['write']>): Promise<void> {
    await super.write(...args);
    this.left--;
    if (this.left === 0) process.kill(process.pid, 'SIGKILL');
  }
}

await verify(
  url,
  describeTables(),
  {
    ...{ isQuick: false, say: () => undefined, snapshots: NO_SNAPSHOTS },
    points: { directory: new MortalPoints({ dataDir }), keepEveryMs: 0 },
  },
  [barComparison],
);
