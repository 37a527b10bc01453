import { Global, Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditNames } from './audit-names.service.js';
import { AuditReadingService } from './audit-reading.service.js';
import { AuditRetention } from './audit-retention.service.js';
import { AuditService } from './audit.service.js';
import { AuditThings } from './audit-things.service.js';

/** Who did what, for whom, with which key and from where. It is only ever added to, until entries are old. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditService, AuditReadingService, AuditRetention, AuditNames, AuditThings],
  exports: [AuditService, AuditRetention, AuditNames, AuditThings],
})
export class AuditModule {}
