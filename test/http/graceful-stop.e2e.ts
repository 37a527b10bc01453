import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { EdgeTestController, waiting } from '../support/edge-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openRawConnection } from '../support/raw-connection.js';

const formatRequest = (path: string, connection = 'keep-alive'): string =>
  `GET ${path} HTTP/1.1\r\nhost: kontor\r\naccept: application/json\r\nconnection: ${connection}\r\n\r\n`;

describe('graceful stop', () => {
  let testApp: TestApp;
  beforeEach(async () => (testApp = await openTestApp({ controllers: [EdgeTestController] })));

  it('finishes running requests, closes streams, fails readiness and leaves no connection', async () => {
    const url = await testApp.url();
    const [busy, idle, stream] = await Promise.all([
      openRawConnection(url),
      openRawConnection(url),
      openRawConnection(url),
    ]);
    busy.say(formatRequest('/edge/wait'));
    idle.say(formatRequest('/health/ready'));
    stream.say(formatRequest('/edge/stream'));
    await idle.until(/"status":"ok"/);
    await stream.until(/data: open/);
    while (waiting.length === 0) await wait(5);

    const started = performance.now();
    const stopped = testApp.close();
    await stream.until(/event: bye/);
    idle.say(formatRequest('/health/ready'));
    await idle.until(/"code":"not_ready"/);
    setTimeout(() => waiting.splice(0).forEach((go) => go()), 600);
    await stopped;

    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await busy.closed).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close[^]*"waited":true/i);
    expect(await idle.closed).toMatch(/503 Service Unavailable[^]*connection: close/i);
    await stream.closed;
  });

  it('cuts requests that exceed the time limit and ends within 5 seconds', async () => {
    const wire = await openRawConnection(await testApp.url());
    wire.say(formatRequest('/edge/wait'));
    while (waiting.length === 0) await wait(5);
    const started = performance.now();
    await testApp.close();

    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await wire.closed).toBe('');
    waiting.splice(0).forEach((go) => go());
  });

  it('fails no request under load', async () => {
    const url = await testApp.url();
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    const results: string[] = [];
    let isRunning = true;
    const worker = async (): Promise<void> => {
      while (isRunning) results.push(await get(`${url}/edge/parcels`, agent));
    };
    const workers = Array.from({ length: 16 }, worker);
    while (results.length < 100) await wait(10);
    const stopped = testApp.close().then(() => (isRunning = false));
    await Promise.all([stopped, ...workers]);
    agent.destroy();

    const failed = results.filter((result) => result !== '200' && result !== 'ECONNREFUSED');
    expect(results.filter((result) => result === '200').length).toBeGreaterThanOrEqual(100);
    expect(failed).toEqual([]);
  });
});

/** The status, or the code of the error. A refused connection is a closed port, not a failed request. */
function get(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    request(url, { agent, headers: { accept: 'application/json' } }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)));
      response.on('error', (error) => resolve(String(error)));
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? String(error)))
      .end();
  });
}
