import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { Config } from '../../config/config.js';
import type { OrderAction } from '../../engine/command.js';
import { toOrderError } from '../order-errors.js';
import { FieldRejectionsService, toFieldIssues } from './field-rejections.service.js';
import type { OrderActionResult } from './order-action-result.js';
import {
  type ActionResultView,
  type OrderActionView,
  toActionResultView,
  toOrderActionView,
} from './order-action.view.js';

/** A request with order actions, and what came of them. */
type CompletedRequest = Readonly<{
  actions: readonly OrderAction[];
  isList: boolean;
  results: readonly OrderActionResult[];
}>;

/** `error` is the rejection of a single action; a list has its rejections in the view. */
export type OrderActionResponse = Readonly<{ isReplayed: boolean }> &
  Readonly<
    { status: 200 | 201; view: OrderActionView | ActionResultView[] } | { error: ReturnType<typeof toOrderError> }
  >;

/** Makes the response of `POST /orderactions` from the results; a message of the order stream has the same one. */
@Injectable()
export class OrderActionResponses {
  constructor(
    private readonly fieldRejections: FieldRejectionsService,
    private readonly config: Config,
  ) {}

  async toResponse(actor: Actor, { actions, isList, results }: CompletedRequest): Promise<OrderActionResponse> {
    if (isList) {
      const view = results.map((result) => toActionResultView(result, this.config.baseUrl));
      return { status: 201, isReplayed: false, view };
    }
    const [action, result] = [actions[0], results[0]] as [OrderAction, OrderActionResult];
    const { rejection, isReplayed } = result;
    const view = toOrderActionView(result);
    if (rejection === null) return { status: isReplayed ? 200 : 201, isReplayed, view };
    const rejectedAction = { action, result, rejection, isBrowserForm: false };
    const fieldRejections = await this.fieldRejections.findForRejected(actor, rejectedAction);
    return { isReplayed, error: toOrderError(rejection, view, toFieldIssues(fieldRejections)) };
  }
}
