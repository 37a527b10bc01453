import { Global, Module } from '@nestjs/common';
import { DenialRecorder } from '../http/error.filter.js';
import { AuditController } from './audit.controller.js';
import { AuditNamesService } from './audit-names.service.js';
import { AuditReadingService } from './audit-reading.service.js';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditService } from './audit.service.js';
import { AuditSubjectsService } from './audit-subjects.service.js';
import { AuditedDenials } from './denial.hook.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** The audit log: user, customer, action, API key and address. Entries are only added, and removed after the retention period. */
@RegisterNavigation({
  administration: [{ order: 70, href: '/audit', label: 'Audit log' }],
  profile: [{ order: 60, href: '/audit', label: 'Activity' }],
  within: { '/audit': '/administration' },
})
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditService,
    AuditReadingService,
    AuditRetentionService,
    AuditNamesService,
    AuditSubjectsService,
    { provide: DenialRecorder, useClass: AuditedDenials },
  ],
  exports: [
    DenialRecorder,
    AuditService,
    AuditReadingService,
    AuditRetentionService,
    AuditNamesService,
    AuditSubjectsService,
  ],
})
export class AuditModule {}
