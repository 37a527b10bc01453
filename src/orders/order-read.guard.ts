import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Order } from '../exchange/ledger/order.entity.js';
import { parseId } from '../http/wire-values.js';
import { OrdersService } from './lists/orders.service.js';

/** An order on an account that the caller may view. */
export type ReadableOrder = Order;

declare module 'fastify' {
  interface FastifyRequest {
    /** The order of the path, as `OrderReadGuard` loaded it; null for a malformed id, which the handler's pipe rejects. */
    readableOrder?: ReadableOrder | null;
  }
}

/**
 * Admits callers who may view the account of the order of the path (`:id`). For all others the order does not exist. A malformed id passes,
 * because the handler's pipe answers it with 400. Who may trade is not decided here: the engine does, in the order of all commands.
 */
@Injectable()
export class OrderReadGuard implements CanActivate {
  constructor(private readonly orders: OrdersService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const { actor } = request;
    if (!actor) throw new TypeError('@UseGuards(OrderReadGuard) on an endpoint that admits anonymous callers');
    const id = parseId(request.params['id']);
    request.readableOrder = id === null ? null : await this.orders.findReadable(actor, id);
    return true;
  }
}

/** The order that `OrderReadGuard` loaded. Beside `@PathId()`, whose pipe rejects a malformed id before the handler runs. */
export const GuardedOrder = createParamDecorator((_: never, context: ExecutionContext): ReadableOrder | null => {
  const { readableOrder } = context.switchToHttp().getRequest<FastifyRequest>();
  if (readableOrder === undefined) throw new TypeError('@GuardedOrder() on an endpoint without OrderReadGuard');
  return readableOrder;
});
