import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { runWithClientAddress } from '../access/client-address.js';
import { runInUnitOfWork } from './unit-of-work.js';

/** Runs a request in its own unit of work, with its address for the audit log. A hook, because Nest's middleware would load an engine of its own. */
@Injectable()
export class UnitOfWork {
  constructor(private readonly orm: MikroORM) {}

  onRequest({ ip }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    runWithClientAddress(ip, () => runInUnitOfWork(this.orm.em, done));
  }
}
