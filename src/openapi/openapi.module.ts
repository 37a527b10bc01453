import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocumentService } from './document.service.js';
import { DoorsService } from './doors.service.js';
import { OpenapiController } from './openapi.controller.js';

/** What this service offers and what can go wrong, for machines and for readers. */
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenapiController],
  providers: [DoorsService, DocumentService],
  exports: [DoorsService, DocumentService],
})
export class OpenapiModule {}
