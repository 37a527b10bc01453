import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import type { OrderAction } from '../../engine/command.js';
import { parseColumns } from '../../exchange/command-text.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';
import { Order } from '../../exchange/ledger/order.entity.js';
import { PastActionsService } from '../actions/past-actions.service.js';
import type { OrderSession } from './order-sessions.js';
import type { RequestToResume } from './order-stream-message.js';
import { OrderStreamRequests, type OrderStreamSender } from './order-stream-requests.provider.js';
import { type RequestOutcome, toAnswerText } from './order-stream.view.js';

/** Finds what became of requests whose answers did not arrive. */
@Injectable()
export class ResumedRequests {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
    private readonly pastActions: PastActionsService,
    private readonly requests: OrderStreamRequests,
  ) {}

  /** `session` is null if this process does not know it, as after a restart. */
  async findOutcomes(
    sender: OrderStreamSender,
    session: OrderSession | null,
    requests: readonly RequestToResume[],
  ): Promise<RequestOutcome[]> {
    // The tables are complete once the exchange has loaded its state.
    await this.exchange.look(() => undefined);
    const outcomes: RequestOutcome[] = [];
    for (const request of requests) outcomes.push(await this.findOutcome(sender, session, request));
    return outcomes;
  }

  private async findOutcome(
    sender: OrderStreamSender,
    session: OrderSession | null,
    request: RequestToResume,
  ): Promise<RequestOutcome> {
    const { id: requestId } = request;
    const held = session?.find(requestId);
    // The outcome of a commit that the database did not confirm may be known by now.
    if (held && held.status < 500) return { outcome: 'answered', requestId, ...held };
    const stored = await this.findByName(sender, request);
    if (stored) return stored;
    if (held) return { outcome: 'answered', requestId, ...held };
    return { outcome: session === null && request.clientOrderId === null ? 'unknown' : 'not_executed', requestId };
  }

  /** The answer that a copy of the submission would get now. */
  private async findByName(
    sender: OrderStreamSender,
    { id: requestId, acctId, clientOrderId }: RequestToResume,
  ): Promise<RequestOutcome | null> {
    if (acctId === null || clientOrderId === null) return null;
    const order = await this.em.findOne(Order, { acctId, clientOrderId }, { fields: ['id', 'userId'] });
    const isVisible = order?.userId === sender.actor.userId || (await this.access.mayRead(sender.actor, acctId));
    if (order === null || !isVisible) return null;
    const [entry] = await this.em.find(
      JournalEntry,
      { orderId: order.id, actionId: { $ne: null } },
      { orderBy: { actionId: 'asc' }, limit: 1 },
    );
    if (entry === undefined) return null;
    const { actionId } = entry;
    if (actionId === null) return null;
    const result = await this.pastActions.findResult({ actionId, orderId: order.id });
    const actions = [parseColumns(entry) as OrderAction];
    const answer = await this.requests.toAnswer(sender, requestId, { actions, isList: false, results: [result] });
    return {
      outcome: 'answered',
      requestId,
      status: answer.status,
      actionIds: answer.actionIds,
      text: toAnswerText(answer),
    };
  }
}
