import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { Actor } from '../../access/actor.js';
import { CurrentActor } from '../../access/actor.decorator.js';
import { Cookies } from '../../http/cookies.js';
import { isLocalPath } from '../../http/local-path.js';
import {
  AcceptForm,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  MultiValue,
  OwnIdempotency,
  RateLimitedAs,
} from '../../http/route-options.decorator.js';
import { PositionClosingForm, PositionClosingQuery } from './position-closing.dto.js';
import {
  closingResultPage,
  closingRejectedPage,
  describeClosed,
  positionClosingPage,
} from './position-closing.page.js';
import { PositionClosingService } from './position-closing.service.js';
import {
  areAllClosed,
  type ClosingResultView,
  type PositionClosingView,
  toClosingResultView,
  toPositionClosingView,
} from './position-closing.view.js';

/** As many requests as positions: each is an order. */
const countPositions = (body: unknown): Readonly<{ requests: number; cancels: number }> => ({
  requests: Math.max(
    1,
    String((body as Partial<PositionClosingForm> | undefined)?.position ?? '').split(/[\n,]/).length,
  ),
  cancels: 0,
});

/** Closes positions at market from the pages. Programs send market orders. */
@Controller('positions/close')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class PositionClosingController {
  constructor(
    private readonly closing: PositionClosingService,
    private readonly cookies: Cookies,
  ) {}

  /** Asks before positions are closed: lists what will be sent. */
  @Get()
  @HtmlPage(positionClosingPage)
  async showClosingForm(
    @CurrentActor() actor: Actor,
    @Query() query: PositionClosingQuery,
  ): Promise<PositionClosingView> {
    return toPositionClosingView(await this.closing.list(actor, query), query.back);
  }

  /**
   * Closes positions at market, all in one list of order actions.
   *
   * If a position has changed since the page was made, nothing is sent.
   *
   * @takes form
   * @answer 303 All positions are closed; redirects to where the form was sent from.
   */
  @Post()
  @HttpCode(HttpStatus.OK)
  @RateLimitedAs(countPositions)
  @OwnIdempotency()
  @MultiValue('position')
  @AcceptForm({ lists: ['position'] })
  @HtmlPage(closingResultPage)
  @HtmlFormErrors(closingRejectedPage)
  async closePositions(
    @CurrentActor() actor: Actor,
    @Body() form: PositionClosingForm,
    @Req() { formValues = {} }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ClosingResultView | undefined> {
    const result = toClosingResultView(await this.closing.close(actor, form));
    if (!areAllClosed(result)) return result;
    const back = formValues['_back'];
    const to = isLocalPath(back) && /^\/(?:desk|positions)\b/.test(back) ? back : '/desk';
    this.cookies.redirectWithFlash(reply.status(HttpStatus.SEE_OTHER), to, describeClosed(result));
    return undefined;
  }
}
