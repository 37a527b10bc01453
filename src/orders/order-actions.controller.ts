import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { Config } from '../config/config.js';
import { getsPage } from '../http/accept.js';
import { timeSpanOf } from '../http/time-range.dto.js';
import {
  AlsoCsv,
  AskedByForm,
  AsksForAccount,
  CountedAs,
  KnowsCopies,
  LeadsOn,
  RefusedBy,
  ResumesAt,
  RowsOnPage,
  SafeToRepeat,
  ShownBy,
  TakesForm,
} from '../http/shown-by.decorator.js';
import type { OrderAction } from '../engine/command.js';
import type { Outcome } from './action-outcome.js';
import { type ActionResultView, actionResultView } from './action-result.view.js';
import { AuditTrail } from './audit-trail.service.js';
import { auditTrailPage } from './audit-trail.page.js';
import { countedActions } from './counted-actions.js';
import { orderLeadsOn } from './order-leads-on.js';
import { type OrderActions, orderActionsFromWire, readOrderActions } from './order-action-from-wire.js';
import { type OrderActionView, orderActionView } from './order-action.view.js';
import type { OrderActionBody, OrderActionList } from './order-actions.dto.js';
import { OrderActionsService } from './order-actions.service.js';
import { OrderActionQuestion } from './order-questions.dto.js';
import { pageOf, spanOf } from './pages.js';
import { type PreviewView, previewView } from './preview.view.js';
import { refusedActionPage } from './refused-action.page.js';
import { toldTrail, TRAIL_COLUMNS, type TrailEntryView, trailEntryView } from './trail-entry.view.js';
import { refusalOf, UnreadableAction } from './order-refusals.js';
import { orderResumesAt } from './ticket-again.js';
import { WrongFields } from './wrong-fields.service.js';
// What describes the body: the types above are gone when the service runs, and their rules are needed then.
import './order-actions.dto.js';
import './mass-cancellation.dto.js';

/** Whether somebody is in front of the form in which it was typed. */
const isForPeople = (request: FastifyRequest): boolean => request.typed !== undefined && getsPage(request);

@Controller('orderactions')
export class OrderActionsController {
  constructor(
    private readonly actions: OrderActionsService,
    private readonly trail: AuditTrail,
    private readonly wrongFields: WrongFields,
    private readonly config: Config,
  ) {}

  /**
   * Submits, changes or cancels orders: one action, or a list of up to 100.
   *
   * Answered when it is written. An action that the rules refuse is a problem that carries the action as it is kept. The answer to a list is a
   * list of results in its order, refused ones among them; a list with one malformed action is refused as a whole. Submissions with a
   * `client_order_id` may be sent again: the copy gets the first answer, with `Idempotent-Replayed: true`. Each action counts for the rate limit,
   * cancels for one of their own.
   *
   * @answer 200 A copy of an earlier submission: the answer is what the first one got, with `Idempotent-Replayed: true`.
   * @answer 303 A form of a page went well; to the order, or to the list of orders.
   */
  @Post()
  @CountedAs(countedActions)
  @KnowsCopies()
  @TakesForm({
    numbers: ['acct_id', 'instrument_id', 'product_group_id', 'order_id', 'quantity', 'expected_version'],
    flags: ['post_only'],
    trimmed: ['limit_price', 'stop_price', 'client_order_id', 'tag'],
  })
  @LeadsOn(orderLeadsOn)
  @RefusedBy(refusedActionPage)
  @ResumesAt(orderResumesAt)
  async give(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody | OrderActionList,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderActionView | ActionResultView[]> {
    const { isList, ...asked } = await this.read(actor, body, reply.request);
    const actions = await this.actions.named({ ...asked, isList });
    const outcomes = await this.actions.carryOut(actor, actions);
    if (isList) return outcomes.map((outcome) => actionResultView(outcome, this.config.baseUrl));
    const [action, outcome] = [actions[0], outcomes[0]] as [OrderAction, Outcome];
    if (outcome.isReplayed) reply.header('idempotent-replayed', 'true');
    const view = orderActionView(outcome);
    if (outcome.refusal !== null) {
      const isForm = isForPeople(reply.request);
      const faults = await this.wrongFields.ofRefused(actor, {
        action,
        outcome,
        refusal: outcome.refusal,
        isForPeople: isForm,
      });
      throw refusalOf(
        outcome.refusal,
        isForm ? { ...view, faults } : view,
        faults.map(({ field, detail }) => ({ pointer: `/${field}`, message: detail })),
      );
    }
    if (outcome.isReplayed) reply.status(200);
    return view;
  }

  /**
   * Previews order actions: what they would need and do.
   *
   * Takes one action or a list of up to 100, as `POST /orderactions` does. Nothing is done, kept or counted; the market may have moved when the action itself comes. The actions of a list are looked at one after another, each on
   * what the ones before would leave. What the rules would refuse is an answer with `status` `Refused` and the `problem` that it would meet, and no error.
   */
  @Post('preview')
  @HttpCode(200)
  @SafeToRepeat()
  @CountedAs(countedActions)
  async preview(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody | OrderActionList,
  ): Promise<PreviewView | PreviewView[]> {
    const { isList, ...asked } = orderActionsFromWire(body);
    const previews = await this.actions.preview(actor, await this.actions.named({ ...asked, isList }));
    const views = previews.map((preview) => previewView(preview, this.config.baseUrl));
    return isList ? views : (views[0] as PreviewView);
  }

  /** Whoever sent a form mends all of it at once: what can be read is looked at as well. */
  private async read(actor: Actor, body: unknown, request: FastifyRequest): Promise<OrderActions> {
    if (!isForPeople(request)) return orderActionsFromWire(body);
    const { issues, isList, actions } = readOrderActions(body);
    if (issues.length === 0) return { actions, isList };
    throw new UnreadableAction(issues, {
      faults: await this.wrongFields.ofUnreadable(actor, actions[0] as OrderAction, issues),
    });
  }

  /**
   * Lists order actions with their results, rejected ones included.
   *
   * Those on accounts that the caller may look at, and the caller's own. The oldest comes first, unless the `newest` are asked for; a page for people
   * begins with them. `Link` leads to the next page.
   */
  @Get()
  @AskedByForm()
  @RowsOnPage(50)
  @AsksForAccount()
  @ShownBy(auditTrailPage)
  @AlsoCsv(TRAIL_COLUMNS)
  async list(
    @CurrentActor() actor: Actor,
    @Query() question: OrderActionQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TrailEntryView[]> {
    const { acct_id: acctId, order_id: orderId } = question;
    const span = spanOf(question, getsPage(reply.request));
    const found = await this.trail.list(actor, { ...span, ...timeSpanOf(question), acctId, orderId });
    const entries = pageOf(found, question, { reply, idOf: ({ id }) => id, isNewestFirst: span.isNewestFirst });
    return getsPage(reply.request)
      ? toldTrail(entries, await this.trail.tradedIn(actor, entries))
      : entries.map(trailEntryView);
  }
}
