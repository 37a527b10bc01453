import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserSessions } from './browser-sessions.provider.js';

/** For routes that accept only forms of this service, with or without a signed-in user. */
@Injectable()
export class FormTokenGuard implements CanActivate {
  constructor(private readonly browserSessions: BrowserSessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.browserSessions.rejectForeignForm(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}
