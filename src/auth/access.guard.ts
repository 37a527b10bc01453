import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { Access, type Credential } from '../access/access.decorator.js';
import { LoginRequired } from './auth-errors.js';

/** Asks the strategy that a door names. Whatever the strategy refuses, the caller is sent to log in. */
class BearerGuard extends AuthGuard('bearer') {
  override handleRequest<Actor>(error: unknown, actor: Actor | false): Actor {
    if (error instanceof Error) throw error;
    if (!actor) throw new LoginRequired();
    return actor;
  }
}

/** Stands at every door and reads its sign; features never import this file. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly guards: Partial<Record<Credential, CanActivate>> = {
    bearer: new BearerGuard({ property: 'actor', session: false }),
  };

  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const credential = this.reflector.getAllAndOverride(Access, [context.getHandler(), context.getClass()]) ?? 'bearer';
    if (credential === 'none') return true;
    return (await this.guards[credential]?.canActivate(context)) === true;
  }
}
