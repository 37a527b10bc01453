import { Controller, Get, HttpCode, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { StreamLease } from '../../access/stream-leases.service.js';
import { CurrentStreamLease } from '../../access/actor.decorator.js';
import { StreamSockets } from '../../http/stream-sockets.provider.js';
import { MarketStreamGateway } from './market-stream.gateway.js';

@Controller('marketdata/stream')
export class MarketStreamController {
  constructor(
    private readonly sockets: StreamSockets,
    private readonly gateway: MarketStreamGateway,
  ) {}

  /**
   * Opens a WebSocket with live market data.
   *
   * Send `{"type":"subscribe","instrument_ids":[1],"sides":["Buy","Sell"]}`; each further message adds to the
   * subscription. The sides are those of `GET /marketdata`: by default the six of the board, and with `"depth":10` also
   * `BuyDepth` and `SellDepth`. With `"status":true`, the stream also has the status of the instruments, first the
   * current one and then every change: `{"type":"status","instrument_id":1,"status":"Halted"}`. `unsubscribe` removes
   * instruments or some of their sides, `unsubscribe_all` removes everything. Every message is one item of `GET
   * /marketdata` with one more field, `previous_seq`. The snapshot comes first, with `"previous_seq":null`; then every
   * change. `previous_seq` is the change that readers of your sides received before this one. If it is not higher than
   * the highest `seq` that you have of the instrument, you have missed nothing. If it is higher, you were too slow and
   * intermediate states were skipped. Several items of one change carry the same two numbers. Price and quantity are
   * null, or levels empty, when a value was removed. An invalid message gets `{"type":"error","code":…,"detail":…}`, and
   * the stream continues. Close codes: 1001 the service stops, 1009 a message above 64 KiB, 4400 not JSON, 4401 the
   * token expired, 4403 it was revoked, 4429 too many messages or items. Browsers cannot send a token here and use a
   * ticket from `POST /tickets`. See `docs/streams.md`.
   *
   * @answer 101 The connection is a WebSocket.
   */
  @Get()
  @HttpCode(101)
  @Access('stream')
  streamMarketData(
    @CurrentStreamLease() lease: StreamLease,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const socket = this.sockets.open(request, reply, lease);
    if (socket) this.gateway.accept(socket, lease);
  }
}
