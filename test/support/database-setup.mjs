/** Jest runs this once before all tests; its own transformation does not reach here. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import './typescript.mjs';

export default async function setUp() {
  const { openTestCluster, superuserUrlForTests, urlForTests } = await import('./test-cluster.ts');
  // In a fresh clone the contract takes as long as the cluster.
  const contract = promisify(execFile)(process.execPath, ['build/contract.ts']);
  [globalThis.testCluster] = await Promise.all([openTestCluster(), contract]);
  process.env[urlForTests] = globalThis.testCluster.urlOf('postgres');
  process.env[superuserUrlForTests] = globalThis.testCluster.superuserUrlOf('postgres');
}
