import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { getsPage } from '../http/accept.js';
import { PathId } from '../http/id.decorator.js';
import { Paging } from '../http/paging.dto.js';
import { timeSpanOf } from '../http/time-range.dto.js';
import { AlsoCsv, AskedByForm, AsksForAccount, RowsOnPage, ShownBy } from '../http/shown-by.decorator.js';
import { ORDER_COLUMNS, toldOrders, type ToldOrderView, type OrderView, orderView } from './order.view.js';
import { Hindrances } from './hindrances.service.js';
import { orderHistoryPage } from './order-history.page.js';
import { orderPage } from './order.page.js';
import { OrderQuestion } from './order-questions.dto.js';
import { type OrderStepView, toldSteps } from './order-step.view.js';
import { OrderStories } from './order-story.service.js';
import { happeningsView } from './order-story.view.js';
import { OrdersService } from './orders.service.js';
import { ordersPage } from './orders.page.js';
import { pauseView } from './pause.view.js';
import { pageAfter, pageOf, spanOf } from './pages.js';

@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly stories: OrderStories,
    private readonly hindrances: Hindrances,
  ) {}

  /**
   * Lists orders on the accounts that the caller may look at.
   *
   * The oldest comes first, unless the `newest` are asked for; a page for people begins with them. `Link` leads to the next page.
   */
  @Get()
  @AskedByForm()
  @RowsOnPage(50)
  @AsksForAccount()
  @ShownBy(ordersPage)
  @AlsoCsv(ORDER_COLUMNS)
  async list(
    @CurrentActor() actor: Actor,
    @Query() question: OrderQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView[]> {
    const {
      status: statuses,
      acct_id: acctId,
      instrument_id: instrumentId,
      symbol,
      side,
      client_order_id: clientOrderId,
      session_date: sessionDate,
      updated_since: since,
      cancelled_by: cancelledBy,
    } = question;
    const updatedSince = since === undefined ? undefined : Date.parse(since);
    const span = spanOf(question, getsPage(reply.request));
    const found = await this.orders.list(actor, {
      ...span,
      ...timeSpanOf(question),
      statuses,
      acctId,
      instrumentId,
      symbol,
      side,
      clientOrderId,
      sessionDate,
      updatedSince,
      cancelledBy,
    });
    const orders = pageOf(found, question, { reply, idOf: ({ row }) => row.id, isNewestFirst: span.isNewestFirst });
    return getsPage(reply.request)
      ? toldOrders(
          orders,
          await this.hindrances.among(
            actor,
            orders.map(({ row }) => row),
          ),
        )
      : orders.map(orderView);
  }

  /**
   * Shows an order.
   * @param id The number of the order.
   */
  @Get(':id')
  @ShownBy(orderPage)
  async show(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView> {
    if (!getsPage(reply.request)) return orderView(await this.orders.show(actor, id));
    // People are told on one page what programs ask for at three doors.
    const { pause, bar, ...story } = await this.stories.tell(actor, id);
    const told: ToldOrderView = {
      ...orderView(story.order),
      happenings: happeningsView(story),
      bar,
      pause: pause && pauseView(pause),
      tag: story.order.row.tag ?? null,
    };
    return told;
  }

  /**
   * Tells the life of an order, step by step from the first.
   *
   * `Link` leads to the next page.
   * @param id The number of the order.
   */
  @Get(':id/history')
  @ShownBy(orderHistoryPage)
  async history(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Query() question: Paging,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderStepView[]> {
    const found = await this.orders.recount(actor, id, pageAfter(question));
    return toldSteps(pageOf(found, question, { reply, idOf: ({ step }) => step.revision }));
  }
}
