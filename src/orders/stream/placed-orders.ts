import type { Actor } from '../../access/actor.js';
import type { DisconnectCancellationsService, UnconfirmedOrder } from './disconnect-cancellations.service.js';
import type { OrderStreamRequest } from './order-stream-requests.provider.js';
import type { OrderStreamAnswer } from './order-stream.view.js';

/** Finished orders are forgotten when this many have been placed. */
const PLACED_ORDERS_MIN = 1_000;
const UNAVAILABLE = 503;

/** The orders that a connection has placed and that may be working. */
export class PlacedOrders {
  private ids = new Set<number>();
  private idsMax = PLACED_ORDERS_MIN;
  private unconfirmed: UnconfirmedOrder[] = [];

  constructor(private readonly cancellations: DisconnectCancellationsService) {}

  /** `since` is the time of the exchange before the requests were executed. */
  async remember(
    requests: readonly OrderStreamRequest[],
    answers: readonly OrderStreamAnswer[],
    since: number,
  ): Promise<void> {
    for (const { orderIds } of answers) for (const id of orderIds) this.ids.add(id);
    const unavailable = new Set(answers.filter(({ status }) => status === UNAVAILABLE).map((one) => one.requestId));
    for (const { id, parsed } of requests) {
      if (!unavailable.has(id)) continue;
      for (const action of parsed.actions)
        if ('tag' in action && action.clientOrderId !== null)
          this.unconfirmed.push({ acctId: action.acctId, clientOrderId: action.clientOrderId, since });
    }
    if (unavailable.size === 0) await this.resolveUnconfirmed();
    await this.forgetFinished();
  }

  async cancelAll(actor: Actor): Promise<void> {
    if (this.ids.size + this.unconfirmed.length > 0)
      await this.cancellations.cancel(actor, [...this.ids], this.unconfirmed);
  }

  /** A later commit is known, so the outcome of the earlier ones is known as well. */
  private async resolveUnconfirmed(): Promise<void> {
    if (this.unconfirmed.length === 0) return;
    const placed = await this.cancellations.findPlaced(this.unconfirmed).catch(() => null);
    if (placed === null) return;
    for (const id of placed) this.ids.add(id);
    this.unconfirmed = [];
  }

  private async forgetFinished(): Promise<void> {
    if (this.ids.size <= this.idsMax) return;
    const working = await this.cancellations.findWorking(this.ids).catch(() => null);
    if (working !== null) this.ids = new Set(working);
    this.idsMax = Math.max(PLACED_ORDERS_MIN, 2 * this.ids.size);
  }
}
