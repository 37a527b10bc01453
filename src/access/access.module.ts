import { Global, Module } from '@nestjs/common';
import { AccessEndings } from './access-endings.service.js';
import { AccessChangesService } from './access-changes.service.js';
import { Stays } from './stays.service.js';

/** Hears of revocations, for whoever remembers who may come in. */
@Global()
@Module({ providers: [AccessChangesService, AccessEndings, Stays], exports: [AccessChangesService, AccessEndings, Stays] })
export class AccessModule {}
