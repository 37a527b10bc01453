import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { MarketMakerFilterService } from '../../accounts/market-maker-filter.service.js';
import { Config } from '../../config/config.js';
import { isForBrowser, respondsWithPage } from '../../http/accept.js';
import { toPage } from '../../http/paging.js';
import { toTimeBounds } from '../../http/paging.dto.js';
import {
  CsvDownload,
  Direct,
  ListField,
  RateLimitedAs,
  OwnIdempotency,
  SafeToRepeat,
  HtmlPage,
} from '../../http/route-options.decorator.js';
import { type ActionResultView, type OrderActionView, toOrderActionResponse } from './order-action.view.js';
import { FieldRejectionsService } from './field-rejections.service.js';
import { AccountCustomersService } from '../account-customers.service.js';
import { OrderActionHistoryService } from './order-action-history.service.js';
import { orderActionsPage } from './order-actions.page.js';
import { countActionTokens, parseOrderActions } from './order-action-parser.js';
import type { OrderActionBody, OrderActionList } from './order-actions.dto.js';
import './order-actions.dto.js';
import { OrderActionsService } from './order-actions.service.js';
import { ListOrderActionsQuery, toMarketMakerQuestion } from '../lists/order-queries.dto.js';
import { toPageRange } from '../lists/order-paging.js';
import { type PreviewView, toPreviewView } from './order-action-preview.view.js';
import {
  toOrderActionsPageView,
  ORDER_ACTION_COLUMNS,
  type OrderActionRecordView,
  toOrderActionRecordView,
} from './order-action-record.view.js';

/** No guard decides who may trade: ownership depends on each action of the body, and the service checks it. */
@Controller('orderactions')
export class OrderActionsController {
  constructor(
    private readonly actions: OrderActionsService,
    private readonly history: OrderActionHistoryService,
    private readonly fieldRejections: FieldRejectionsService,
    private readonly marketMaker: MarketMakerFilterService,
    private readonly customers: AccountCustomersService,
    private readonly config: Config,
  ) {}

  /**
   * Submits, modifies or cancels orders: one action or a list.
   *
   * The response is sent after the commit. A rejected action is a problem with the stored action. A list has up to 100
   * actions; its response is a list of results in order, including rejected ones. A list with one malformed action is
   * rejected as a whole. Submissions with a `client_order_id` can be repeated: the copy gets the first response, with
   * `Idempotent-Replayed: true`. Each action counts for the rate limit; cancellations have a limit of their own.
   *
   * @answer 200 A copy of an earlier submission: the response of the first one, with `Idempotent-Replayed: true`.
   */
  @Post()
  @ListField('actions')
  @RateLimitedAs(countActionTokens)
  @OwnIdempotency()
  @Direct()
  async submitOrderActions(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody | OrderActionList,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderActionView | ActionResultView[]> {
    const parsed = parseOrderActions(body);
    const actions = await this.actions.resolveSymbols(parsed);
    const completed = { actions, isList: parsed.isList, results: await this.actions.submit(actor, actions) };
    const fieldRejections = this.fieldRejections.findForRequest(actor, completed);
    const response = toOrderActionResponse(completed, fieldRejections && (await fieldRejections), this.config.baseUrl);
    if (response.isReplayed) reply.header('idempotent-replayed', 'true');
    if ('error' in response) throw response.error;
    reply.status(response.status);
    return response.view;
  }

  /**
   * Previews order actions: margin, fills and rejections.
   *
   * Takes one action or a list of up to 100, like `POST /orderactions`. Nothing is executed, stored or counted, and the
   * market may have moved when the action itself is sent. The actions of a list are previewed in order, each after the
   * ones before. A rejection is a result with the status `Refused` and its `problem`, not an error.
   */
  @Post('preview')
  @HttpCode(200)
  @ListField('actions')
  @SafeToRepeat()
  @RateLimitedAs(countActionTokens)
  async previewOrderActions(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody | OrderActionList,
  ): Promise<PreviewView | PreviewView[]> {
    const parsed = parseOrderActions(body);
    const previews = await this.actions.preview(actor, await this.actions.resolveSymbols(parsed));
    const views = previews.map((preview) => toPreviewView(preview, this.config.baseUrl));
    return parsed.isList ? views : (views[0] as PreviewView);
  }

  /**
   * Lists order actions with their results, including rejected ones.
   *
   * Actions on accounts that the caller may view, and the caller's own. Oldest first in JSON and newest first on the
   * page, unless `newest` is set. `Link` has the next page.
   */
  @Get()
  @HtmlPage(orderActionsPage, { allowEmptyQuery: true, htmlPageSize: 50, needsAccountChoices: true })
  @CsvDownload(ORDER_ACTION_COLUMNS)
  async listOrderActions(
    @CurrentActor() actor: Actor,
    @Query() query: ListOrderActionsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderActionRecordView[]> {
    const { acct_id: acctId, order_id: orderId } = query;
    const range = { ...toPageRange(query, respondsWithPage(reply.request)), ...toTimeBounds(query) };
    const { leftOut, offered } = await this.marketMaker.find(
      actor,
      toMarketMakerQuestion(query, isForBrowser(reply.request)),
    );
    const records = await this.history.list(actor, { ...range, acctId, orderId, leftOut });
    const entries = toPage(records, query, { reply, getId: ({ id }) => id, isNewestFirst: range.isNewestFirst });
    if (!respondsWithPage(reply.request)) return entries.map(toOrderActionRecordView);
    return toOrderActionsPageView(entries, {
      instruments: await this.history.findTradedInstruments(actor, entries),
      customers: await this.customers.findCustomers(entries),
      marketMaker: offered,
    });
  }
}
