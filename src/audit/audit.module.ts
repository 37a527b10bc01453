import { Global, Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditNames } from './audit-names.service.js';
import { AuditReadingService } from './audit-reading.service.js';
import { AuditRetention } from './audit-retention.service.js';
import { AuditService } from './audit.service.js';

/** Who did what, for whom, with which key and from where. It is only ever added to, until entries are old. */
@Global()
@Module({ controllers: [AuditController], providers: [AuditService, AuditReadingService, AuditRetention, AuditNames], exports: [AuditService, AuditRetention, AuditNames] })
export class AuditModule {}
