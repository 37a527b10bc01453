import { Global, Module } from '@nestjs/common';
import { IdempotentAnswers } from './idempotent-answers.service.js';

/** What requests with an `Idempotency-Key` were answered, so that a copy is answered alike. */
@Global()
@Module({ providers: [IdempotentAnswers], exports: [IdempotentAnswers] })
export class IdempotencyModule {}
