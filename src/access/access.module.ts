import { Global, Module } from '@nestjs/common';
import { AccessChangesService } from './access-changes.service.js';

/** Hears of revocations, for whoever remembers who may come in. */
@Global()
@Module({ providers: [AccessChangesService], exports: [AccessChangesService] })
export class AccessModule {}
