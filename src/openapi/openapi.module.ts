import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocumentService } from './document.service.js';
import { DocumentationController } from './documentation.controller.js';
import { DoorsService } from './doors.service.js';
import { OpenapiController } from './openapi.controller.js';
import { ReaderKeys } from './reader-keys.service.js';

/** What this service offers and what can go wrong, for machines and for readers. */
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenapiController, DocumentationController],
  providers: [DoorsService, DocumentService, ReaderKeys],
  exports: [DoorsService, DocumentService, ReaderKeys],
})
export class OpenapiModule {}
