import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { Config } from '../../config/config.js';
import { respondsWithPage } from '../../http/accept.js';
import { toTimeBounds } from '../../http/time-range.dto.js';
import {
  CsvDownload,
  AllowEmptyQuery,
  WithAccountChoices,
  RateLimitedAs,
  OwnIdempotency,
  RedirectAfter,
  HtmlFormErrors,
  ResumeAfterLogin,
  HtmlPageSize,
  SafeToRepeat,
  HtmlPage,
  AcceptForm,
} from '../../http/route-options.decorator.js';
import type { OrderAction } from '../../engine/command.js';
import type { OrderActionResult } from './order-action-result.js';
import {
  type ActionResultView,
  toActionResultView,
  type OrderActionView,
  toOrderActionView,
} from './order-action.view.js';
import { OrderActionHistoryService } from './order-action-history.service.js';
import { orderActionsPage } from './order-actions.page.js';
import {
  countActionTokens,
  type ParsedOrderActions,
  parseOrderActions,
  parseOrderActionsWithIssues,
} from './order-action-parser.js';
import { redirectAfterOrderAction } from '../forms/order-action-redirect.js';
import type { OrderActionBody, OrderActionList } from './order-actions.dto.js';
import { OrderActionsService } from './order-actions.service.js';
import { ListOrderActionsQuery } from '../lists/order-queries.dto.js';
import { toPage, toPageRange } from '../lists/order-paging.js';
import { type PreviewView, toPreviewView } from './order-action-preview.view.js';
import { rejectedActionPage } from '../forms/rejected-action.page.js';
import {
  toOrderActionsPageView,
  ORDER_ACTION_COLUMNS,
  type OrderActionRecordView,
  toOrderActionRecordView,
} from './order-action-record.view.js';
import { toOrderError, MalformedOrderActionError } from '../order-errors.js';
import { resumeOrderForm } from '../forms/order-form-redirects.js';
import { FieldRejectionsService } from './field-rejections.service.js';

/** Whether the request comes from a form in a browser. */
const isBrowserForm = (request: FastifyRequest): boolean =>
  request.formValues !== undefined && respondsWithPage(request);

@Controller('orderactions')
export class OrderActionsController {
  constructor(
    private readonly actions: OrderActionsService,
    private readonly history: OrderActionHistoryService,
    private readonly fieldRejections: FieldRejectionsService,
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
   * @answer 303 Redirects a form to the order or to the list of orders.
   */
  @Post()
  @RateLimitedAs(countActionTokens)
  @OwnIdempotency()
  @AcceptForm({
    numbers: ['acct_id', 'instrument_id', 'product_group_id', 'order_id', 'quantity', 'expected_version'],
    flags: ['post_only'],
    trimmed: ['limit_price', 'stop_price', 'client_order_id', 'tag'],
  })
  @RedirectAfter(redirectAfterOrderAction)
  @HtmlFormErrors(rejectedActionPage)
  @ResumeAfterLogin(resumeOrderForm)
  async submitOrderActions(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody | OrderActionList,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderActionView | ActionResultView[]> {
    const { isList, ...parsed } = await this.parseBody(actor, body, reply.request);
    const actions = await this.actions.resolveSymbols({ ...parsed, isList });
    const results = await this.actions.submit(actor, actions);
    if (isList) return results.map((result) => toActionResultView(result, this.config.baseUrl));
    const [action, result] = [actions[0], results[0]] as [OrderAction, OrderActionResult];
    if (result.isReplayed) reply.header('idempotent-replayed', 'true');
    const view = toOrderActionView(result);
    if (result.rejection !== null) {
      const isForm = isBrowserForm(reply.request);
      const fieldRejections = await this.fieldRejections.findForRejected(actor, {
        action,
        result,
        rejection: result.rejection,
        isBrowserForm: isForm,
      });
      throw toOrderError(
        result.rejection,
        isForm ? { ...view, faults: fieldRejections } : view,
        fieldRejections.map(({ field, detail }) => ({ pointer: `/${field}`, message: detail })),
      );
    }
    if (result.isReplayed) reply.status(200);
    return view;
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
  @SafeToRepeat()
  @RateLimitedAs(countActionTokens)
  async previewOrderActions(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody | OrderActionList,
  ): Promise<PreviewView | PreviewView[]> {
    const { isList, ...parsed } = parseOrderActions(body);
    const previews = await this.actions.preview(actor, await this.actions.resolveSymbols({ ...parsed, isList }));
    const views = previews.map((preview) => toPreviewView(preview, this.config.baseUrl));
    return isList ? views : (views[0] as PreviewView);
  }

  /** A form shows all invalid fields at once: fields that can be parsed are checked as well. */
  private async parseBody(actor: Actor, body: unknown, request: FastifyRequest): Promise<ParsedOrderActions> {
    if (!isBrowserForm(request)) return parseOrderActions(body);
    const { issues, isList, actions } = parseOrderActionsWithIssues(body);
    if (issues.length === 0) return { actions, isList };
    throw new MalformedOrderActionError(issues, {
      faults: await this.fieldRejections.findForMalformed(actor, actions[0] as OrderAction, issues),
    });
  }

  /**
   * Lists order actions with their results, including rejected ones.
   *
   * Actions on accounts that the caller may view, and the caller's own. Oldest first in JSON and newest first on the
   * page, unless `newest` is set. `Link` has the next page.
   */
  @Get()
  @AllowEmptyQuery()
  @HtmlPageSize(50)
  @WithAccountChoices()
  @HtmlPage(orderActionsPage)
  @CsvDownload(ORDER_ACTION_COLUMNS)
  async listOrderActions(
    @CurrentActor() actor: Actor,
    @Query() query: ListOrderActionsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderActionRecordView[]> {
    const { acct_id: acctId, order_id: orderId } = query;
    const range = toPageRange(query, respondsWithPage(reply.request));
    const records = await this.history.list(actor, { ...range, ...toTimeBounds(query), acctId, orderId });
    const entries = toPage(records, query, { reply, getId: ({ id }) => id, isNewestFirst: range.isNewestFirst });
    return respondsWithPage(reply.request)
      ? toOrderActionsPageView(entries, await this.history.findTradedInstruments(actor, entries))
      : entries.map(toOrderActionRecordView);
  }
}
