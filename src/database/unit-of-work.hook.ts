import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { runAsRequest } from './unit-of-work.js';

/** Runs each request in its own unit of work. A hook, because Nest's middleware would load an engine of its own. */
@Injectable()
export class UnitOfWork {
  constructor(private readonly orm: MikroORM) {}

  onRequest({ ip }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    runAsRequest(this.orm.em, ip, done);
  }
}
