import { Global, Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditNamesService } from './audit-names.service.js';
import { AuditReadingService } from './audit-reading.service.js';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditService } from './audit.service.js';
import { AuditSubjectsService } from './audit-subjects.service.js';

/** Who did what, for whom, with which key and from where. It is only ever added to, until entries are old. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditService, AuditReadingService, AuditRetentionService, AuditNamesService, AuditSubjectsService],
  exports: [AuditService, AuditRetentionService, AuditNamesService, AuditSubjectsService],
})
export class AuditModule {}
