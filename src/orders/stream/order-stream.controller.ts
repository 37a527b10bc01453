import { Controller, Get, HttpCode, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { CurrentStreamLease } from '../../access/actor.decorator.js';
import type { StreamLease } from '../../access/stream-leases.service.js';
import { StreamSockets } from '../../http/stream-sockets.provider.js';
import { OrderStreamQuery } from './order-stream.dto.js';
import { OrderStreamGateway } from './order-stream.gateway.js';

@Controller('orderactions/stream')
export class OrderStreamController {
  constructor(
    private readonly sockets: StreamSockets,
    private readonly gateway: OrderStreamGateway,
  ) {}

  /**
   * Opens a WebSocket that takes order actions.
   *
   * Send `{"id":"1","action":{…}}` with an action of `POST /orderactions`, or `{"id":"2","actions":[…]}` with up to 100.
   * `id` is your choice, 1 to 64 visible ASCII characters. Up to 100 messages may be unanswered. The actions are
   * executed in the order in which they were sent, with the rules, limits and refusals of `POST /orderactions`. Answers
   * are sent after the commit, those of one commit in one message:
   * `{"type":"answers","answers":[{"id":"1","status":201,"body":{…}}]}`. `body` is the body of the HTTP response, also
   * for a problem; `"replayed":true` and `"retry_after":1` stand for the headers `Idempotent-Replayed` and
   * `Retry-After`. A message that cannot be read is answered with a problem, and the stream continues. The first message
   * of the service names the session. After a disconnect, send
   * `{"type":"resume","session":…,"requests":[{"id":"1","acct_id":7,"client_order_id":"desk-1"}]}` on a new connection:
   * the answer says what became of each request. Close codes: 1001 the service stops, 1009 a message above 64 KiB, 4401
   * the token expired, 4403 it was revoked, 4409 the session was resumed on another connection, 4429 too many refused
   * messages. Browsers cannot send a token here and use a ticket from `POST /tickets`. See `docs/streams.md`.
   *
   * @answer 101 The connection is a WebSocket.
   */
  @Get()
  @HttpCode(101)
  @Access('stream')
  streamOrderActions(
    @CurrentStreamLease() lease: StreamLease,
    @Query() query: OrderStreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const socket = this.sockets.open(request, reply, lease);
    const { id: requestId, ip: address } = request;
    const cancelsOnDisconnect = query.cancel_on_disconnect === 'true';
    if (socket) this.gateway.accept(socket, { lease, requestId, address, cancelsOnDisconnect });
  }
}
