import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../app.module.js';
import type { Config } from '../config/config.js';
import { MalformedRequests } from '../http/malformed-request.hook.js';
import { buildServer } from '../http/server.hook.js';
import { registerDirectRoutes } from '../direct-routes.js';
import { getRouteParts, registerHooks } from '../pipeline.js';
import { createLog, type Log } from '../telemetry/log.js';
import { NestLogger } from '../telemetry/nest-logger.js';

/** What a test may change: controllers of its own, a log to read, and whether Nest's router calls every handler. */
type TestOverrides = Readonly<{ controllers?: Type[]; log?: Log; isRouted?: boolean }>;

/** Builds the application exactly as production runs it; the service, the tests and the documents all come through here. */
export async function createApp(
  config: Config,
  databaseUrl: string,
  { controllers = [], log = createLog(config.logLevel), isRouted = false }: TestOverrides = {},
): Promise<NestFastifyApplication> {
  const server = buildServer(config, () => app.get(MalformedRequests));
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot({ config, databaseUrl, log, controllers }),
    new FastifyAdapter(server as never),
    { logger: new NestLogger(log), bodyParser: false },
  );
  registerHooks(server, app);
  if (!isRouted) registerDirectRoutes(server, app, getRouteParts(app));
  return app;
}
