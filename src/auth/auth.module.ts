import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';

/** Who may come in. Exports nothing: doors carry signs, and the guard reads them. */
@Module({ providers: [{ provide: APP_GUARD, useClass: AccessGuard }] })
export class AuthModule {}
