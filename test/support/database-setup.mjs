/** Jest runs this once before all tests; its own transformation does not reach here. */
import './typescript.mjs';

export default async function setUp() {
  const { openTestCluster } = await import('./test-cluster.ts');
  globalThis.testCluster = await openTestCluster();
  process.env.KONTOR_TEST_DATABASE_URL = globalThis.testCluster.urlOf('template1');
}
