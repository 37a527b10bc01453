import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { Config } from '../../config/config.js';
import type { OrderAction } from '../../engine/command.js';
import { ErrorFilter } from '../../http/error.filter.js';
import type { FieldRejection } from '../actions/field-rejections.js';
import { FieldRejectionsService } from '../actions/field-rejections.service.js';
import type { ParsedOrderActions } from '../actions/order-action-parser.js';
import { toOrderActionResponse } from '../actions/order-action.view.js';
import { type CompletedRequest, type OrderActionResult } from '../actions/order-action-result.js';
import { OrderActionsService } from '../actions/order-actions.service.js';
import { settle, waitForAll } from '../actions/settled.js';
import { ExpireDateError } from '../order-errors.js';
import type { OrderStreamAnswer } from './order-stream.view.js';

/** A message with order actions, parsed. */
export type OrderStreamRequest = Readonly<{ id: string; parsed: ParsedOrderActions }>;

/** The sender of the requests; `connectionId` is the id of the opening request, which the log has. */
export type OrderStreamSender = Readonly<{ actor: Actor; connectionId: string }>;

type RequestResults = readonly OrderActionResult[];

/** The address of the same request over HTTP. */
const ACTIONS_PATH = '/orderactions';

/** Executes messages of order streams and makes their answers, equal to those of `POST /orderactions`. */
@Injectable()
export class OrderStreamRequests {
  constructor(
    private readonly actions: OrderActionsService,
    private readonly fieldRejections: FieldRejectionsService,
    private readonly errors: ErrorFilter,
    private readonly config: Config,
  ) {}

  /** Executes the requests in order in one transaction. A request that cannot be executed does not affect the others. */
  async execute(sender: OrderStreamSender, requests: readonly OrderStreamRequest[]): Promise<OrderStreamAnswer[]> {
    const resolved = await waitForAll(
      requests.map(({ parsed }) => settle<readonly OrderAction[]>(() => this.actions.resolveSymbols(parsed))),
    );
    const executable = resolved.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const executed = await this.submit(sender.actor, executable);
    let next = 0;
    return waitForAll(
      requests.map(({ id, parsed: { isList } }, index) => {
        const actions = resolved[index] as PromiseSettledResult<readonly OrderAction[]>;
        if (actions.status === 'rejected') return this.toErrorAnswer(sender, id, actions.reason);
        const results = executed[next++] as PromiseSettledResult<RequestResults>;
        return results.status === 'rejected'
          ? this.toErrorAnswer(sender, id, results.reason)
          : this.toAnswer(sender, id, { actions: actions.value, isList, results: results.value });
      }),
    );
  }

  /** At once, unless a rejection has to be explained. */
  toAnswer(
    sender: OrderStreamSender,
    id: string,
    completed: CompletedRequest,
  ): OrderStreamAnswer | Promise<OrderStreamAnswer> {
    const finding = this.fieldRejections.findForRequest(sender.actor, completed);
    return finding === null
      ? this.createAnswer(sender, id, completed, null)
      : finding.then((fieldRejections) => this.createAnswer(sender, id, completed, fieldRejections));
  }

  private createAnswer(
    sender: OrderStreamSender,
    id: string,
    completed: CompletedRequest,
    fieldRejections: readonly FieldRejection[] | null,
  ): OrderStreamAnswer {
    const response = toOrderActionResponse(completed, fieldRejections, this.config.baseUrl);
    const { isReplayed } = response;
    const facts = {
      isReplayed,
      actionIds: completed.results.map(({ actionId }) => actionId),
      orderIds: completed.results.flatMap(findPlacedOrder),
    };
    return 'error' in response
      ? { ...this.toErrorAnswer(sender, id, response.error), ...facts }
      : {
          requestId: id,
          status: response.status,
          retryAfterSeconds: null,
          body: JSON.stringify(response.view),
          ...facts,
        };
  }

  /** The problem that the request would have over HTTP. */
  toErrorAnswer({ connectionId }: OrderStreamSender, requestId: string | null, error: unknown): OrderStreamAnswer {
    const { problem, retryAfterSeconds } = this.errors.toMessageProblem(error, {
      url: ACTIONS_PATH,
      requestId: connectionId,
    });
    const facts = { isReplayed: false, actionIds: [], orderIds: [] };
    return { requestId, status: problem.status, retryAfterSeconds, body: JSON.stringify(problem), ...facts };
  }

  private async submit(
    actor: Actor,
    requests: readonly (readonly OrderAction[])[],
  ): Promise<readonly PromiseSettledResult<RequestResults>[]> {
    if (requests.length === 0) return [];
    try {
      return await this.actions.submitAll(actor, requests);
    } catch (reason) {
      // One request was found malformed before any was executed.
      if (reason instanceof ExpireDateError && requests.length > 1) return this.submitEach(actor, requests);
      return requests.map(() => ({ status: 'rejected', reason }));
    }
  }

  private async submitEach(
    actor: Actor,
    requests: readonly (readonly OrderAction[])[],
  ): Promise<PromiseSettledResult<RequestResults>[]> {
    const settled: PromiseSettledResult<RequestResults>[] = [];
    for (const request of requests) settled.push(...(await this.submit(actor, [request])));
    return settled;
  }
}

/** The order that a submission placed, if it is working. */
const findPlacedOrder = ({ type, order, isReplayed }: OrderActionResult): number[] =>
  type.endsWith('OrderSub') && !isReplayed && order?.row.status === 'Open' ? [order.row.id] : [];
