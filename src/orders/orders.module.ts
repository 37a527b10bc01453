import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { AuditTrail } from './audit-trail.service.js';
import { FillsController } from './fills.controller.js';
import { FillsService } from './fills.service.js';
import { Hindrances } from './hindrances.service.js';
import { LeaversOrders } from './leavers-orders.service.js';
import { MarketPauses } from './market-pauses.service.js';
import { Modifications } from './modification.service.js';
import { OrderActionsController } from './order-actions.controller.js';
import { OrderActionsService } from './order-actions.service.js';
import { OrderCounts } from './order-counts.service.js';
import { OrderPagesController } from './order-pages.controller.js';
import { OrderStories } from './order-story.service.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { PastActions } from './past-actions.service.js';
import { TicketService } from './ticket.service.js';
import { WrongFields } from './wrong-fields.service.js';

/** Orders on their way into the market and out of it: actions, what came of them, and what was filled. */
@Module({
  imports: [ExchangeModule, AccountsModule, InstrumentsModule, UsersModule],
  controllers: [OrderActionsController, OrderPagesController, OrdersController, FillsController],
  providers: [
    OrderActionsService,
    PastActions,
    OrdersService,
    FillsService,
    AuditTrail,
    OrderCounts,
    OrderStories,
    Hindrances,
    MarketPauses,
    Modifications,
    TicketService,
    LeaversOrders,
    WrongFields,
  ],
  exports: [FillsService, TicketService, OrdersService],
})
export class OrdersModule {}
