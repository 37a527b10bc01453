import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SessionStrategy } from './session.strategy.js';

/** For doors that only forms of ours may knock at, whoever is signed in or not. */
@Injectable()
export class OwnFormGuard implements CanActivate {
  constructor(private readonly browsers: SessionStrategy) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.browsers.refuseForeignForm(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}
