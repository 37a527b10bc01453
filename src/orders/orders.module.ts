import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { AccountCustomersService } from './account-customers.service.js';
import { OrderActionHistoryService } from './actions/order-action-history.service.js';
import { FillsController } from './lists/fills.controller.js';
import { FillsService } from './lists/fills.service.js';
import { TradingRestrictionsService } from './trading-restrictions.service.js';
import { DisabledUserOrdersService } from './actions/disabled-user-orders.service.js';
import { OrderActionsController } from './actions/order-actions.controller.js';
import { OrderActionsService } from './actions/order-actions.service.js';
import { FormOutcomesService } from './forms/form-outcomes.service.js';
import { OpenOrderCountsService } from './forms/open-order-counts.service.js';
import { OrderFormsController } from './forms/order-forms.controller.js';
import { OrderTimelineService } from './history/order-timeline.service.js';
import { OrdersController } from './lists/orders.controller.js';
import { OrdersService } from './lists/orders.service.js';
import { SortedOrdersService } from './lists/sorted-orders.service.js';
import { PastActionsService } from './actions/past-actions.service.js';
import { TypedPricesService } from './forms/typed-prices.service.js';
import { ChoicePricesService } from './forms/choice-prices.service.js';
import { OrderTicketService } from './forms/order-ticket.service.js';
import { OtherAccountsService } from './forms/other-accounts.service.js';
import { FieldRejectionsService } from './actions/field-rejections.service.js';
import { DisconnectCancellationsService } from './stream/disconnect-cancellations.service.js';
import { OrderStreamController } from './stream/order-stream.controller.js';
import { OrderStreamGateway } from './stream/order-stream.gateway.js';
import { OrderStreamRequests } from './stream/order-stream-requests.provider.js';
import { ResumedRequests } from './stream/resumed-requests.provider.js';
import { RegisterNavigation } from '../pages/navigation.js';
import { OrderActionFormsController } from './forms/order-action-forms.controller.js';

/** Orders on their way into the market and out of it: actions, what came of them, and what was filled. */
@RegisterNavigation({
  main: [{ order: 30, href: '/orders', label: 'Orders', visibleTo: 'people' }],
  within: { '/fills': '/orders', '/orderactions': '/orders' },
  shortcuts: [
    { order: 40, where: 'On every page', keys: ['g', 'o'], does: 'Go to the orders' },
    {
      order: 70,
      where: 'On every page',
      keys: ['n'],
      does: 'Place an order: in the ticket of the page, if it has one',
    },
    { order: 140, where: 'In a list', keys: ['e'], does: 'Change the order of the row' },
    { order: 150, where: 'In a list', keys: ['c'], does: 'Cancel the order of the row' },
    { order: 210, where: 'At an order', keys: ['e'], does: 'Change it' },
    { order: 220, where: 'At an order', keys: ['c'], does: 'Go to the button that cancels it' },
    { order: 410, where: 'In a ticket', keys: ['b'], does: 'Buy' },
    { order: 420, where: 'In a ticket', keys: ['s'], does: 'Sell' },
    { order: 422, where: 'In a ticket', keys: ['1'], does: 'Limit order; 2 market, 3 stop, 4 stop limit' },
    { order: 424, where: 'In a ticket', keys: ['+'], does: 'One more; - one less, also ↑ and ↓ in the quantity' },
    { order: 426, where: 'In a ticket', keys: ['p', 'Enter'], does: 'Place the order; in a field Enter alone' },
    {
      order: 430,
      where: 'In a ticket',
      keys: ['↑'],
      does: 'In a price: one step up; an empty one begins at the last price, where the page shows it',
    },
    {
      order: 440,
      where: 'In a ticket',
      keys: ['↓'],
      does: 'In a price: one step down; an empty one begins at the last price, where the page shows it',
    },
    { order: 450, where: 'In a ticket', keys: ['Enter'], does: 'In a field: send the order' },
  ],
})
@Module({
  imports: [ExchangeModule, AccountsModule, InstrumentsModule, UsersModule],
  controllers: [
    OrderActionsController,
    OrderStreamController,
    OrderActionFormsController,
    OrderFormsController,
    OrdersController,
    FillsController,
  ],
  providers: [
    OrderActionsService,
    PastActionsService,
    AccountCustomersService,
    OrdersService,
    SortedOrdersService,
    FillsService,
    OrderActionHistoryService,
    OpenOrderCountsService,
    OrderTimelineService,
    TradingRestrictionsService,
    ChoicePricesService,
    OrderTicketService,
    OtherAccountsService,
    FormOutcomesService,
    TypedPricesService,
    DisabledUserOrdersService,
    FieldRejectionsService,
    OrderStreamGateway,
    OrderStreamRequests,
    ResumedRequests,
    DisconnectCancellationsService,
  ],
  exports: [FillsService, OrderActionsService, OrderTicketService, OrdersService],
})
export class OrdersModule {}
