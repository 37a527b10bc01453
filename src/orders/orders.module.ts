import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { OrderActionHistoryService } from './actions/order-action-history.service.js';
import { FillsController } from './lists/fills.controller.js';
import { FillsService } from './lists/fills.service.js';
import { TradingRestrictionsService } from './trading-restrictions.service.js';
import { DisabledUserOrdersService } from './actions/disabled-user-orders.service.js';
import { MarketPausesService } from './market-pauses.service.js';
import { ModificationService } from './forms/modification.service.js';
import { OrderActionsController } from './actions/order-actions.controller.js';
import { OrderActionsService } from './actions/order-actions.service.js';
import { OpenOrderCountsService } from './forms/open-order-counts.service.js';
import { OrderActionFormsController } from './forms/order-action-forms.controller.js';
import { OrderFormsController } from './forms/order-forms.controller.js';
import { OrderTimelineService } from './history/order-timeline.service.js';
import { OrdersController } from './lists/orders.controller.js';
import { OrdersService } from './lists/orders.service.js';
import { PastActionsService } from './actions/past-actions.service.js';
import { OrderTicketService } from './forms/order-ticket.service.js';
import { FieldRejectionsService } from './actions/field-rejections.service.js';

/** Orders on their way into the market and out of it: actions, what came of them, and what was filled. */
@Module({
  imports: [ExchangeModule, AccountsModule, InstrumentsModule, UsersModule],
  controllers: [
    OrderActionsController,
    OrderActionFormsController,
    OrderFormsController,
    OrdersController,
    FillsController,
  ],
  providers: [
    OrderActionsService,
    PastActionsService,
    OrdersService,
    FillsService,
    OrderActionHistoryService,
    OpenOrderCountsService,
    OrderTimelineService,
    TradingRestrictionsService,
    MarketPausesService,
    ModificationService,
    OrderTicketService,
    DisabledUserOrdersService,
    FieldRejectionsService,
  ],
  exports: [FillsService, OrderTicketService, OrdersService],
})
export class OrdersModule {}
