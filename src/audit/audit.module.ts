import { Global, Module } from '@nestjs/common';
import { AuditService } from './audit.service.js';

/** Who did what, for whom, with which key and from where. It is only ever added to. */
@Global()
@Module({ providers: [AuditService], exports: [AuditService] })
export class AuditModule {}
