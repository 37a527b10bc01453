import { Global, Module } from '@nestjs/common';
import { AccessRevocationService } from './access-revocation.service.js';
import { AccessChangesService } from './access-changes.service.js';
import { ActivityMonitorService } from './activity-monitor.service.js';
import { StreamLeasesService } from './stream-leases.service.js';

/** Publishes revocations to the caches of credentials, and knows whether the service is in use. */
@Global()
@Module({
  providers: [AccessChangesService, AccessRevocationService, ActivityMonitorService, StreamLeasesService],
  exports: [AccessChangesService, AccessRevocationService, ActivityMonitorService, StreamLeasesService],
})
export class AccessModule {}
