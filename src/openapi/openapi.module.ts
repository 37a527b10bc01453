import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DocumentService } from './document.service.js';
import { DocumentationController } from './documentation.controller.js';
import { EndpointsService } from './endpoints.service.js';
import { OpenapiController } from './openapi.controller.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** What this service offers and what can go wrong, for machines and for readers. */
@RegisterNavigation({ main: [{ order: 70, href: '/docs', label: 'Documentation' }] })
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenapiController, DocumentationController],
  providers: [EndpointsService, DocumentService],
  exports: [EndpointsService, DocumentService],
})
export class OpenapiModule {}
