import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { MarketMakerFilterService } from '../../accounts/market-maker-filter.service.js';
import { isForBrowser, respondsWithPage } from '../../http/accept.js';
import { PathId } from '../../http/fields.decorator.js';
import { PathObject } from '../../http/path-object.guard.js';
import { parseSort } from '../../database/sorting.js';
import { formatNextLink, parsePairCursor, toListRange, toPage } from '../../http/paging.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { CsvDownload, HtmlPage } from '../../http/route-options.decorator.js';
import {
  ORDER_COLUMNS,
  toOrdersPageView,
  type OrderPageView,
  type OrderView,
  toOrderView,
  toPauseView,
} from '../order.view.js';
import { AccountCustomersService } from '../account-customers.service.js';
import { OrderReadGuard, type ReadableOrder } from '../order-read.guard.js';
import { TradingRestrictionsService } from '../trading-restrictions.service.js';
import { orderHistoryPage } from '../history/order-history.page.js';
import { orderPage } from '../history/order.page.js';
import type { OrderRecord } from '../order-record.js';
import { ListOrdersQuery, toMarketMakerQuestion, toOrderConditions } from './order-queries.dto.js';
import {
  type OrderHistoryEventView,
  toOrderHistoryEventView,
  toOrderHistoryPageView,
} from '../history/order-history-event.view.js';
import { OrderTimelineService } from '../history/order-timeline.service.js';
import { toTimelineEventViews } from '../history/order-timeline.view.js';
import { OrdersService } from './orders.service.js';
import { ordersPage } from './orders.page.js';
import { type OrderConditions, toPageRange } from './order-paging.js';
import { isWorkingOrderList, requireSortableList } from './order-sorting.js';
import { SortedOrdersService } from './sorted-orders.service.js';

type ListRequest = Readonly<{ query: ListOrdersQuery; conditions: OrderConditions; reply: FastifyReply }>;

@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly sortedOrders: SortedOrdersService,
    private readonly timelines: OrderTimelineService,
    private readonly restrictions: TradingRestrictionsService,
    private readonly marketMaker: MarketMakerFilterService,
    private readonly customers: AccountCustomersService,
  ) {}

  /**
   * Lists orders on accounts that the caller may view.
   *
   * Oldest first in JSON and newest first on the page, unless `newest` is set, or sorted by `sort`. `Link` has the next page.
   */
  @Get()
  @HtmlPage(ordersPage, { allowEmptyQuery: true, htmlPageSize: 50, needsAccountChoices: true })
  @CsvDownload(ORDER_COLUMNS)
  async listOrders(
    @CurrentActor() actor: Actor,
    @Query() query: ListOrdersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView[]> {
    const isPage = respondsWithPage(reply.request);
    const { leftOut, offered } = await this.marketMaker.find(
      actor,
      toMarketMakerQuestion(query, isForBrowser(reply.request)),
    );
    const conditions = { ...toOrderConditions(query), leftOut };
    const orders = await this.listPage(actor, { query, conditions, reply });
    if (!isPage) return orders.map(toOrderView);
    const rows = orders.map(({ row }) => row);
    const isWhole = query.cursor === undefined && reply.getHeader('link') === undefined;
    const isShort = isWhole || query.sort !== undefined;
    const isSortable =
      isWorkingOrderList(query) && (isShort || (await this.sortedOrders.isSortable(actor, conditions)));
    const restrictions = await this.restrictions.findForOrders(actor, rows);
    const leftOutAccounts = await this.marketMaker.listAccounts(leftOut);
    const customers = await this.customers.findCustomers(rows);
    return toOrdersPageView(orders, { ...restrictions, customers, isSortable, leftOutAccounts, marketMaker: offered });
  }

  private async listPage(actor: Actor, { query, conditions, reply }: ListRequest): Promise<readonly OrderRecord[]> {
    const sort = parseSort(query.sort);
    if (sort === null) {
      const range = toPageRange(query, respondsWithPage(reply.request));
      const records = await this.orders.list(actor, { ...range, ...conditions });
      return toPage(records, query, { reply, getId: ({ row }) => row.id, isNewestFirst: range.isNewestFirst });
    }
    requireSortableList(query);
    const after = query.cursor === undefined ? null : parsePairCursor(query.cursor);
    const { records, next } = await this.sortedOrders.list(actor, conditions, { sort, size: query.per_page, after });
    if (next !== null) reply.header('link', formatNextLink(reply.request.url, next));
    return records;
  }

  /**
   * Shows an order.
   * @param id The number of the order.
   */
  @Get(':id')
  @UseGuards(OrderReadGuard)
  @HtmlPage(orderPage)
  async getOrder(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathObject() order: ReadableOrder,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView> {
    if (!respondsWithPage(reply.request)) return toOrderView(await this.orders.describe(order));
    // The page shows data that programs request from three endpoints.
    const { pause, restriction, customer, ...timeline } = await this.timelines.findTimeline(actor, order);
    const pageView: OrderPageView = {
      ...toOrderView(timeline.order),
      customer: customer === null ? null : { user_id: customer },
      happenings: toTimelineEventViews(timeline),
      bar: restriction,
      pause: pause && toPauseView(pause),
    };
    return pageView;
  }

  /**
   * Lists all events of an order, oldest first.
   *
   * `Link` has the next page.
   *
   * @param id The number of the order.
   */
  @Get(':id/history')
  @UseGuards(OrderReadGuard)
  @HtmlPage(orderHistoryPage)
  async listOrderHistory(
    @PathId() id: number,
    @PathObject() order: ReadableOrder,
    @Query() query: PagingQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderHistoryEventView[]> {
    const { size, after } = toListRange(query);
    const events = await this.orders.listHistory(order, { size, after: after ?? 0 });
    const page = toPage(events, query, { reply, getId: ({ event }) => event.revision });
    if (!respondsWithPage(reply.request)) return page.map(toOrderHistoryEventView);
    const uses = page.map(({ userId }) => ({ acctId: order.acctId, userId }));
    return toOrderHistoryPageView(page, await this.customers.findCustomers(uses));
  }
}
