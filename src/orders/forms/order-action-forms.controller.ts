import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { OrderAction } from '../../engine/command.js';
import {
  AcceptForm,
  BrowserOnly,
  HtmlFormErrors,
  HtmlPage,
  OwnIdempotency,
  RateLimitedAs,
  RedirectAfter,
  ResumeAfterLogin,
} from '../../http/route-options.decorator.js';
import type { Issue } from '../../errors/domain-error.js';
import { Config } from '../../config/config.js';
import { formatPrice } from '../../money/price-text.js';
import { toDigits } from '../../pages/number-format.js';
import { toPreviewView } from '../actions/order-action-preview.view.js';
import { toFieldIssues } from '../actions/field-rejections.js';
import { FieldRejectionsService } from '../actions/field-rejections.service.js';
import { countActionTokens, parseOrderActionsWithIssues } from '../actions/order-action-parser.js';
import type { OrderActionResult } from '../actions/order-action-result.js';
import { toOrderActionView } from '../actions/order-action.view.js';
import type { OrderActionBody } from '../actions/order-actions.dto.js';
import { OrderActionsService } from '../actions/order-actions.service.js';
import { toOrderView } from '../order.view.js';
import {
  MalformedOrderActionError,
  OtherAccountUnconfirmedError,
  toOrderError,
  TradeUnconfirmedError,
} from '../order-errors.js';
import { toOtherAccountView } from './order-ticket.view.js';
import { OtherAccountsService } from './other-accounts.service.js';
import type { TicketValues } from '../trading-rules.js';
import { FormOutcomesService } from './form-outcomes.service.js';
import { parseExpectedPosition } from './order-form-state.js';
import { redirectAfterOrderAction, resumeOrderForm } from './order-form-redirects.js';
import type { SubmittedFormView } from './order-forms.view.js';
import { rejectedActionPage } from './rejected-action.page.js';
import { TypedPricesService } from './typed-prices.service.js';
import { ticketPreviewPage, type TicketPreviewView } from './ticket-preview.page.js';

const ticketFields = {
  numbers: ['acct_id', 'instrument_id', 'product_group_id', 'order_id', 'quantity', 'expected_version'],
  flags: ['post_only'],
  trimmed: ['limit_price', 'stop_price', 'client_order_id', 'tag'],
} as const;

/** Takes the order forms of the pages. Programs use `POST /orderactions`. */
@Controller('orders')
@Access('session')
export class OrderActionFormsController {
  constructor(
    private readonly actions: OrderActionsService,
    private readonly fieldRejections: FieldRejectionsService,
    private readonly typedPrices: TypedPricesService,
    private readonly outcomes: FormOutcomesService,
    private readonly otherAccounts: OtherAccountsService,
    private readonly config: Config,
  ) {}

  /**
   * Sends an order ticket, a modification or a cancellation of the pages.
   *
   * A rejected form is shown again with all invalid fields. A ticket that is sent twice places one order.
   *
   * @takes form
   * @answer 303 Redirects to the order or to the list of orders.
   */
  @Post('ticket')
  @BrowserOnly()
  @RateLimitedAs(countActionTokens)
  @OwnIdempotency()
  @AcceptForm(ticketFields)
  @RedirectAfter(redirectAfterOrderAction)
  @HtmlFormErrors(rejectedActionPage)
  @ResumeAfterLogin(resumeOrderForm)
  async submitOrderForm(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody,
    @Req() { formValues = {} }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubmittedFormView> {
    const actions = await this.parseForm(actor, body);
    await this.requireOwnerConfirmation(actor, actions, formValues);
    await this.requireTradeConfirmation(actor, actions, formValues);
    const position = parseExpectedPosition(formValues['_position']);
    const results = await this.actions.submit(actor, actions, position === null ? null : () => position);
    const [action, result] = [actions[0], results[0]] as [OrderAction, OrderActionResult];
    if (result.isReplayed) reply.header('idempotent-replayed', 'true');
    const view = toOrderActionView(result);
    const { rejection } = result;
    if (rejection === null)
      return { ...view, remaining_orders: await this.outcomes.countRemaining(result.order, position) };
    const faults = await this.fieldRejections.findForRejected(actor, {
      action,
      result,
      rejection,
      isBrowserForm: true,
    });
    const current = await this.outcomes.findCurrentOrder(actor, action, rejection.code);
    throw toOrderError(rejection, { ...view, faults, current: current && toOrderView(current) }, toFieldIssues(faults));
  }

  /**
   * Shows an order ticket with what would become of it: fills, margin and position.
   *
   * Nothing is sent. The market may have moved when the ticket itself is sent.
   *
   * @takes form
   */
  @Post('ticket/preview')
  @HttpCode(200)
  @BrowserOnly()
  @RateLimitedAs(countActionTokens)
  @AcceptForm(ticketFields)
  @HtmlPage(ticketPreviewPage)
  @HtmlFormErrors(rejectedActionPage)
  @ResumeAfterLogin(resumeOrderForm)
  async previewOrderForm(
    @CurrentActor() actor: Actor,
    @Body() body: OrderActionBody,
    @Req() { formValues = {} }: FastifyRequest,
  ): Promise<TicketPreviewView> {
    const [preview] = await this.actions.preview(actor, await this.parseForm(actor, body));
    if (preview === undefined) throw new Error('Nothing came of a preview.');
    return { preview: toPreviewView(preview, this.config.baseUrl), values: formValues };
  }

  /** An order in another user's account, which only the administrator role opens, names the account for which its sender agrees to that. */
  private async requireOwnerConfirmation(
    actor: Actor,
    [action]: readonly OrderAction[],
    { _for: agreedId }: TicketValues,
  ): Promise<void> {
    if (action === undefined || !('postOnly' in action) || agreedId === String(action.acctId)) return;
    const own = await this.otherAccounts.findOwn(actor);
    const other = await this.otherAccounts.find(actor, action.acctId, own);
    if (other !== null) throw new OtherAccountUnconfirmedError(toOtherAccountView(other));
  }

  /** A modification that would trade at once names the price and the quantity for which its sender agrees to that: the question has asked for these. */
  private async requireTradeConfirmation(
    actor: Actor,
    actions: readonly OrderAction[],
    values: TicketValues,
  ): Promise<void> {
    if (actions[0]?.type !== 'OrderModification' || isAgreed(values)) return;
    const [preview] = await this.actions.preview(actor, actions);
    if (preview === undefined) return;
    const { taken_quantity: quantity, taken_average_price: average } = toPreviewView(preview, this.config.baseUrl);
    const decimals = preview.result.order?.scale ?? 0;
    if (quantity > 0) throw new TradeUnconfirmedError(quantity, formatPrice(toDigits(average), decimals));
  }

  /** A form shows all invalid fields at once: fields that can be parsed are checked as well. */
  private async parseForm(actor: Actor, body: unknown): Promise<readonly OrderAction[]> {
    const typed = await this.typedPrices.read(Object(body) as object);
    const parsed = parseOrderActionsWithIssues(typed.body);
    const issues = addIssues([...typed.issues, ...findQuantityIssues(typed.body)], parsed.issues);
    if (issues.length === 0) return this.actions.resolveSymbols(parsed);
    const action = parsed.actions[0] as OrderAction;
    const faults = await this.fieldRejections.findForMalformed(actor, action, issues);
    throw new MalformedOrderActionError(issues, { faults });
  }
}

/** `POST /orderactions` keeps such an order as rejected. A user has mistyped it, and nothing is sent. */
function findQuantityIssues({ quantity }: Readonly<{ quantity?: unknown }>): readonly Issue[] {
  return typeof quantity === 'number' && quantity < 1
    ? [{ pointer: '/quantity', message: 'quantity must be a whole number of at least 1' }]
    : [];
}

/** One issue for each field. */
const addIssues = (first: readonly Issue[], others: readonly Issue[]): readonly Issue[] => [
  ...first,
  ...others.filter(({ pointer }) => !first.some((one) => one.pointer === pointer)),
];

const isAgreed = ({
  _trade_at: agreedPrice,
  _trade_of: agreedQuantity,
  quantity,
  stop_price: stop,
  limit_price: price = stop,
}: TicketValues): boolean => agreedPrice !== undefined && agreedPrice === price && agreedQuantity === quantity;
