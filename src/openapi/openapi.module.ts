import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ChangesController } from './changes.controller.js';
import { DocumentService } from './document.service.js';
import { DocumentationReaders } from './documentation-readers.provider.js';
import { DocumentationViews } from './documentation-views.provider.js';
import { DocumentationController } from './documentation.controller.js';
import { EndpointsService } from './endpoints.service.js';
import { OpenapiController } from './openapi.controller.js';
import { ReferenceController } from './reference.controller.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** What this service offers and what can go wrong, for machines and for readers. */
@RegisterNavigation({ main: [{ order: 70, href: '/docs', label: 'Documentation' }], within: { '/changes': '/docs' } })
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenapiController, ReferenceController, ChangesController, DocumentationController],
  providers: [EndpointsService, DocumentService, DocumentationViews, DocumentationReaders],
  exports: [EndpointsService, DocumentService],
})
export class OpenapiModule {}
