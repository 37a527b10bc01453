import { Module } from '@nestjs/common';
import { InstrumentsController } from './instruments.controller.js';
import { InstrumentsService } from './instruments.service.js';
import { ProductGroupsController } from './product-groups.controller.js';
import { ProductGroupsService } from './product-groups.service.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';
import { ReferenceNames } from './reference-names.service.js';
import { ReferencePagesController } from './reference-pages.controller.js';
import { ReferenceWritingService } from './reference-writing.service.js';
import { MarketListing } from './sandbox/market-listing.service.js';
import { VenueAnnouncements } from './venue-announcements.service.js';

/** What can be traded: groups of products, products, instruments, and when their sessions are. */
@Module({
  controllers: [ReferencePagesController, ProductGroupsController, ProductsController, InstrumentsController],
  providers: [
    ProductGroupsService,
    ProductsService,
    InstrumentsService,
    ReferenceWritingService,
    VenueAnnouncements,
    MarketListing,
    ReferenceNames,
  ],
  exports: [InstrumentsService, ProductGroupsService, VenueAnnouncements],
})
export class InstrumentsModule {}
