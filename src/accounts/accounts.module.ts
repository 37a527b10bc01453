import { Module } from '@nestjs/common';
import { AccountAccess } from './account-access.service.js';

/** Accounts as the outside sees them: what they are worth, what they hold, who may use them, and the statements of the back office. */
@Module({ providers: [AccountAccess], exports: [AccountAccess] })
export class AccountsModule {}
