import { Module } from '@nestjs/common';
import { InstrumentFormsController } from './instrument-forms.controller.js';
import { InstrumentsController } from './instruments.controller.js';
import { InstrumentStatusesController } from './instrument-statuses.controller.js';
import { InstrumentStatusesService } from './instrument-statuses.service.js';
import { InstrumentsService } from './instruments.service.js';
import { ProductFormsController } from './products/product-forms.controller.js';
import { ProductGroupFormsController } from './groups/product-group-forms.controller.js';
import { ProductGroupViews } from './groups/product-group-views.provider.js';
import { ProductGroupsController } from './groups/product-groups.controller.js';
import { ProductGroupsService } from './groups/product-groups.service.js';
import { ProductsController } from './products/products.controller.js';
import { ProductsService } from './products/products.service.js';
import { ReferenceNamesService } from './reference-names.service.js';
import { ReferenceDataService } from './reference-data.service.js';
import { MarketListingService } from './sandbox/market-listing.service.js';
import { VenueSyncService } from './venue-sync.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Administrators see the links of administration on these pages. */
const REFERENCE_PLACES = ['/administration', '/marketdata'];

/** Reference data: product groups, products, instruments and their sessions. */
@RegisterNavigation({
  administration: [
    { order: 30, href: '/productgroups', label: 'Product groups' },
    { order: 40, href: '/products', label: 'Products' },
    { order: 50, href: '/instruments', label: 'Instruments' },
  ],
  within: { '/instruments': REFERENCE_PLACES, '/products': REFERENCE_PLACES, '/productgroups': REFERENCE_PLACES },
})
@Module({
  controllers: [
    ProductGroupFormsController,
    ProductFormsController,
    InstrumentFormsController,
    ProductGroupsController,
    ProductsController,
    InstrumentStatusesController,
    InstrumentsController,
  ],
  providers: [
    ProductGroupsService,
    ProductGroupViews,
    ProductsService,
    InstrumentsService,
    InstrumentStatusesService,
    ReferenceDataService,
    VenueSyncService,
    MarketListingService,
    ReferenceNamesService,
  ],
  exports: [InstrumentsService, ProductGroupsService, VenueSyncService],
})
export class InstrumentsModule {}
