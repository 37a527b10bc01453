import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { openCertificate } from '../support/certificate.js';
import { EdgeTestController } from '../support/edge-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openRawConnection } from '../support/raw-connection.js';

const certificate = openCertificate();
afterAll(() => certificate.close());

const openTlsApp = () => openTestApp({ controllers: [EdgeTestController], env: certificate.env });

describe('over TLS', () => {
  let testApp: TestApp;
  let url: string;
  beforeAll(async () => {
    testApp = await openTlsApp();
    url = await testApp.url();
  });
  afterAll(() => testApp.close());

  it('serves clients that trust the certificate, with HSTS and the other security headers', async () => {
    const { statusCode, headers, text } = await requestHttps(`${url}/health/live`);

    expect(url).toMatch(/^https:/);
    expect(statusCode).toBe(200);
    expect(JSON.parse(text)).toEqual({ status: 'ok' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}; includeSubDomains$/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('sets cookies with Secure and the __Host- prefix', async () => {
    const { statusCode, headers } = await requestHttps(`${url}/edge/barred`);

    expect(statusCode).toBe(303);
    expect(headers['set-cookie']).toEqual([
      '__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
      expect.stringMatching(/^__Host-flash=Login[^;]*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });

  it.each([
    ['TLSv1', 'refused'],
    ['TLSv1.1', 'refused'],
    ['TLSv1.2', 'TLSv1.2'],
    ['TLSv1.3', 'TLSv1.3'],
  ] as const)('%s is %s', async (version, result) => {
    expect(await negotiateVersion(url, version)).toBe(result);
  });

  it.each([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-GCM-SHA256'],
    ['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-AES256-GCM-SHA384'],
    ['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
    ['ECDHE-ECDSA-AES128-SHA256', 'refused'],
    ['ECDHE-ECDSA-AES256-SHA', 'refused'],
  ])('answers a TLS 1.2 caller that offers %s alone with %s', async (suite, result) => {
    expect(await negotiateSuite(url, suite)).toBe(result);
  });

  it('survives plain HTTP and garbage', async () => {
    for (const rawRequest of ['GET / HTTP/1.1\r\nhost: k\r\n\r\n', 'hello\r\n\r\n']) {
      const wire = await openRawConnection(url);
      wire.say(rawRequest);
      expect(await wire.closed).not.toContain('200');
    }
    expect((await requestHttps(`${url}/health/live`)).statusCode).toBe(200);
  });

  it('closes the connection of a client that sends nothing, without a word, before the handshake and after it', async () => {
    const started = performance.now();
    const silent = await openRawConnection(url);
    const { hostname, port } = new URL(url);
    const ahead = connect({ host: hostname, port: Number(port), ca: certificate.ca });
    const [, words] = await Promise.all([silent.closed, readText(ahead)]);

    expect(performance.now() - started).toBeLessThan(15_000);
    expect(words).toBe('');
  });
});

describe('a graceful stop over TLS', () => {
  it('fails no request under load and does not wait for an unfinished handshake', async () => {
    const testApp = await openTlsApp();
    const url = await testApp.url();
    const silent = await openRawConnection(url);
    const agent = new Agent({ keepAlive: true, maxSockets: 8, ca: certificate.ca });
    const results: (number | string | undefined)[] = [];
    let isRunning = true;
    const worker = async (): Promise<void> => {
      while (isRunning)
        results.push(
          await requestHttps(`${url}/edge/parcels`, { agent }).then(
            ({ statusCode }) => statusCode,
            (error: unknown) => (error as NodeJS.ErrnoException).code,
          ),
        );
    };
    const workers = Array.from({ length: 8 }, worker);
    while (results.length < 50) await wait(10);
    const started = performance.now();
    await testApp.stop().finally(() => (isRunning = false));
    const tookMs = performance.now() - started;
    await Promise.all([...workers, silent.closed]);
    await testApp.close();
    agent.destroy();

    expect(tookMs).toBeLessThan(3_000);
    expect(results.filter((result) => result !== 200 && result !== 'ECONNREFUSED')).toEqual([]);
  });
});

type HttpsResponse = Pick<IncomingMessage, 'statusCode' | 'headers'> & { text: string };

function requestHttps(url: string, options: RequestOptions = {}): Promise<HttpsResponse> {
  return new Promise((resolve, reject) => {
    request(url, { ca: certificate.ca, headers: { accept: 'application/json' }, ...options }, (response) => {
      const { statusCode, headers } = response;
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk) => (text += String(chunk)))
        .on('end', () => resolve({ statusCode, headers, text }))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** The version that both agree on, or that the server refuses. The lowest security level lets the client's own library offer the old ones. */
function negotiateVersion(url: string, version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      {
        host: hostname,
        port: Number(port),
        ca: certificate.ca,
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT:@SECLEVEL=0',
      },
      () => {
        resolve(socket.getProtocol());
        socket.destroy();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION') resolve('refused');
      else reject(error);
    });
  });
}

/** The cipher suite of TLS 1.2 that both agree on, or that the server refuses. */
function negotiateSuite(url: string, ciphers: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      {
        host: hostname,
        port: Number(port),
        ca: certificate.ca,
        maxVersion: 'TLSv1.2',
        ciphers: `${ciphers}:@SECLEVEL=0`,
      },
      () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (/HANDSHAKE_FAILURE/.test(error.code ?? '')) resolve('refused');
      else reject(error);
    });
  });
}
