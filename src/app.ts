import 'reflect-metadata';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';

/** Builds the application exactly as production runs it; the service, the tests and the documents all come through here. */
export async function createApp(config: Config, databaseUrl: string): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({ skipMiddie: true });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.of(config, databaseUrl), adapter, { logger: ['error', 'warn'] });
  const { em } = app.get(MikroORM);

  // A hook rather than Nest middleware: one unit of work per request without loading middie.
  adapter.getInstance().addHook('onRequest', (_request, _reply, done) => {
    RequestContext.create(em, done);
  });

  return app;
}
