import { Global, Module } from '@nestjs/common';
import { IdempotentResponsesService } from './idempotent-responses.service.js';

/** What requests with an `Idempotency-Key` were answered, so that a copy is answered alike. */
@Global()
@Module({ providers: [IdempotentResponsesService], exports: [IdempotentResponsesService] })
export class IdempotencyModule {}
