/** Jest runs this once before all tests; its own transformation does not reach here. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import './typescript.mjs';

export default async function setUp() {
  const { openTestCluster, superuserUrlForTests, urlForTests } = await import('./test-cluster.ts');
  // The runner waits for it before the first file that needs it.
  globalThis.contract = promisify(execFile)(process.execPath, ['build/contract.ts']);
  globalThis.contract.catch(() => undefined);
  globalThis.testCluster = await openTestCluster();
  process.env[urlForTests] = globalThis.testCluster.urlOf('postgres');
  process.env[superuserUrlForTests] = globalThis.testCluster.superuserUrlOf('postgres');
}
