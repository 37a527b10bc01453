export default async function tearDown() {
  const cluster = await globalThis.testCluster;
  await cluster.close();
}
