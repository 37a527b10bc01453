import { Global, Module } from '@nestjs/common';
import { AccessRevocationService } from './access-revocation.service.js';
import { AccessChangesService } from './access-changes.service.js';
import { ActivityMonitorService } from './activity-monitor.service.js';
import { StreamLeasesService } from './stream-leases.service.js';

/** Hears of revocations, for whoever remembers who may come in; and knows whether anybody is there. */
@Global()
@Module({
  providers: [AccessChangesService, AccessRevocationService, ActivityMonitorService, StreamLeasesService],
  exports: [AccessChangesService, AccessRevocationService, ActivityMonitorService, StreamLeasesService],
})
export class AccessModule {}
