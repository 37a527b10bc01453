/** Jest runs this once before all tests; its own transformation does not reach here. */
import { execFileSync } from 'node:child_process';
import './typescript.mjs';

export default async function setUp() {
  execFileSync(process.execPath, ['build/contract.ts'], { stdio: 'inherit' });
  const { openTestCluster, superuserUrlForTests, urlForTests } = await import('./test-cluster.ts');
  globalThis.testCluster = await openTestCluster();
  process.env[urlForTests] = globalThis.testCluster.urlOf('postgres');
  process.env[superuserUrlForTests] = globalThis.testCluster.superuserUrlOf('postgres');
}
