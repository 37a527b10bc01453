/**
 * Jest runs this once before all tests; its own transformation does not reach here. What takes long goes on while the first files run,
 * which need neither; the runner waits for it before the others.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import './typescript.mjs';

export default async function setUp() {
  const { openTestCluster, superuserUrlForTests, urlForTests } = await import('./test-cluster.ts');
  const contract = promisify(execFile)(process.execPath, ['build/contract.ts']);
  globalThis.testCluster = openTestCluster();
  globalThis.testEnvironment = Promise.all([globalThis.testCluster, contract]).then(([cluster]) => ({
    [urlForTests]: cluster.urlOf('postgres'),
    [superuserUrlForTests]: cluster.superuserUrlOf('postgres'),
  }));
  globalThis.testEnvironment.catch(() => undefined);
}
