import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Type } from '@nestjs/common';
import { createApp } from '../../src/process/app.js';
import type { Config } from '../../src/config/config.js';
import { readConfig } from '../../src/config/read-config.js';
import { AllowedOrigins } from '../../src/http/cors.hook.js';
import { cheapenPasswords } from './cheap-passwords.js';
import { conformanceOf } from './conformance.js';
import { discoverEntitiesOnce } from './discover-once.js';
import { createLog } from '../../src/telemetry/log.js';
import { openTestDatabase } from './database.js';

discoverEntitiesOnce();

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

type Method = 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';

type Headers = Readonly<Record<string, string>>;

/**
 * How to send requests. `as` is an access token. `body` is sent as JSON, or as a form if a content type in `headers` says so; `payload`
 * is sent as it stands. `accept: null` leaves the header out.
 */
type RequestOptions = Readonly<{
  as?: string;
  accept?: string | null;
  headers?: Headers;
  body?: object;
  payload?: string | Buffer;
}>;

/**
 * `env` are variables of the environment, as the service would read them. `controllers` are those that only a test adds. `log`
 * is called with every line that the service writes. `beside` is a test app that is open already: this one shares its database, as a
 * second process would. `describe` changes the description that every answer is held against. Hashes are cheap unless
 * `hasCostlyPasswords`, as in production. With `isRouted`, Nest's router calls the handlers of the busiest routes as well.
 */
type TestAppOptions = Readonly<{
  env?: Headers;
  controllers?: Type[];
  log?: (line: string) => void;
  beside?: { database: TestDatabase };
  describe?: (document: OpenApiFields) => OpenApiFields;
  hasCostlyPasswords?: boolean;
  isRouted?: boolean;
}>;

type OpenApiFields = Readonly<Record<string, unknown>>;

type App = Awaited<ReturnType<typeof createApp>>;

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

/** The whole service on a fresh database of its own, and one way to send requests. */
export async function openTestApp({
  env = {},
  controllers = [],
  log,
  beside,
  describe,
  hasCostlyPasswords = false,
  isRouted = false,
}: TestAppOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-test-'));
  const database = beside?.database ?? (await openTestDatabase());
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    SNAPSHOT_MINUTES: '0',
    ...env,
  });
  const app = await createApp(config, database.url, {
    controllers,
    isRouted,
    ...(log && { log: createLog('trace', { write: log }) }),
  });
  if (!hasCostlyPasswords) cheapenPasswords(app);
  const handlers = new Map<string, unknown>();
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRoute', ({ method, url, handler }) => void handlers.set(`${String(method)} ${url}`, handler));
  await app.init();
  await server.ready();
  let address: Promise<string> | undefined;
  let stopped: Promise<void> | undefined;
  let faultOf: ReturnType<typeof conformanceOf> | undefined;

  return {
    app,
    config,
    database,
    orm: app.get(MikroORM),

    /** What Fastify calls for a method and a path. */
    handlers: handlers as ReadonlyMap<string, unknown>,

    /** Which other sites may read the answers. */
    allowOrigins: (check: (origin: string) => boolean) =>
      app.get(AllowedOrigins, { strict: false }).checks.register(check),

    /** Where the test app listens; it begins to on the first call, and calls itself by that address from then on. */
    url: () => (address ??= listen(app, config)),

    /** Fails when the answer is not one that /openapi.json describes, whatever the test then asserts. */
    async request(method: Method, url: string, options: RequestOptions = {}) {
      const response = await app.inject({ method, url, ...sent(options) });
      faultOf ??= conformanceOf(app, describe ?? null);
      // The client resolves dots in an address, and the service lets an address name method and format.
      const { method: receivedMethod = method, url: receivedUrl = url } = response.raw.req;
      const fault = faultOf({ method: receivedMethod, url: receivedUrl, response });
      if (fault !== null) throw new Error(fault);
      return response;
    },

    /** The service alone; its database is taken away by `close`, which takes its own time on a busy machine. */
    stop: () => (stopped ??= app.close()),

    async close() {
      await (stopped ??= app.close());
      if (!beside) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function listen(app: App, config: Config): Promise<string> {
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  config.setListeningPort(Number(new URL(url).port));
  return url;
}

function sent({ as, accept = 'application/json', headers = {}, body, payload }: RequestOptions) {
  return {
    headers: {
      ...(accept !== null && { accept }),
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...((body ?? payload) !== undefined && { payload: payload ?? written(body ?? {}, headers) }),
  };
}

/** An object leaves as JSON unless the caller says that it is a form. */
function written(body: object, headers: Headers): object | string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return type?.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(body as Headers).toString() : body;
}
