/**
 * The plain way, as the first pages of both manuals show it: a Nest controller on Fastify, a DTO with class-validator, a few
 * entities, and one flush of MikroORM for each request. It stores the order and the action and looks at the balance; it matches
 * nothing, asks nobody for a token and keeps no journal, so it does less than Kontor does for the same request.
 */
import 'reflect-metadata';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Account } from './account.entity.js';
import { OrderAction } from './order-action.entity.js';
import { Order } from './order.entity.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';

const { PLAIN_DATABASE_URL: clientUrl = '', PLAIN_ACCOUNTS: accounts = '1' } = process.env;

@Module({
  imports: [
    MikroOrmModule.forRoot(
      defineConfig({ clientUrl, entities: [Account, Order, OrderAction], metadataProvider: ReflectMetadataProvider }),
    ),
  ],
  controllers: [OrdersController],
  providers: [OrdersService],
})
class PlainModule {}

const app = await NestFactory.create<NestFastifyApplication>(PlainModule, new FastifyAdapter(), { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
const orm = app.get(MikroORM);
await orm.schema.create();
await orm.em.fork().insertMany(
  Account,
  Array.from({ length: Number(accounts) }, (_, n) => ({ id: n + 1, cashBalance: '1000000000' })),
);
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
console.log(`ready at ${await app.getUrl()}`);
