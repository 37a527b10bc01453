import { Global, Module } from '@nestjs/common';
import { AccessEndings } from './access-endings.service.js';
import { AccessChangesService } from './access-changes.service.js';
import { Audience } from './audience.service.js';
import { Stays } from './stays.service.js';

/** Hears of revocations, for whoever remembers who may come in; and knows whether anybody is there. */
@Global()
@Module({
  providers: [AccessChangesService, AccessEndings, Audience, Stays],
  exports: [AccessChangesService, AccessEndings, Audience, Stays],
})
export class AccessModule {}
