import type { Decimal } from '../money/decimal.js';
import type { OrderSubmissionCommand } from './command.js';
import { Digest } from './digest.js';

/** What the engine remembers of a submission under a client order id, so that it can tell a copy from another order. */
export type ClientOrder = Readonly<{ actionId: number; orderId: number; fingerprint: number }>;

/**
 * The submissions of an account by client order id, in two generations. The older one is forgotten as a whole when its ids are found
 * elsewhere: a command then names the earlier order itself.
 */
export class ClientOrders {
  private recent = new Map<string, ClientOrder>();
  private aged: ReadonlyMap<string, ClientOrder> = new Map();

  /** A copy of a state begins with what its `base` knows. */
  constructor(private readonly base: Pick<ClientOrders, 'get'> | null = null) {}

  get(clientOrderId: string): ClientOrder | undefined {
    return this.recent.get(clientOrderId) ?? this.aged.get(clientOrderId) ?? this.base?.get(clientOrderId);
  }

  set(clientOrderId: string, order: ClientOrder): void {
    this.recent.set(clientOrderId, order);
  }

  /** Whether the id is of the present generation, which is forgotten last. */
  isRecent(clientOrderId: string): boolean {
    return this.recent.has(clientOrderId);
  }

  /** Begins a generation; the one before the last is forgotten by then. */
  age(): void {
    this.aged = this.recent;
    this.recent = new Map();
  }

  listAged(): readonly string[] {
    return [...this.aged.keys()];
  }

  forgetAged(): void {
    this.aged = new Map();
  }

  list(): readonly (readonly [string, ClientOrder])[] {
    return [...this.aged, ...this.recent];
  }
}

/**
 * A number that two submissions share if they ask for the same. It has 53 bits, so two different ones are taken for copies once in
 * nine thousand million million times, and then only under one client order id of one account: its owner would have to look for it.
 */
export function computeFingerprint(order: OrderSubmissionCommand): number {
  const formatPrice = (price: Decimal | null): string => (price === null ? '' : `${price.digits}/${price.decimals}`);
  const { type, instrumentId, side, quantity, timeInForce, postOnly, expireDate, tag } = order;
  const parts = [
    type,
    instrumentId,
    side,
    quantity,
    timeInForce,
    formatPrice(order.limitPrice),
    formatPrice(order.stopPrice),
    postOnly,
    expireDate ?? '',
    tag ?? '',
  ];
  return new Digest().addText(JSON.stringify(parts)).toNumber();
}
