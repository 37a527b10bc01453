import { Controller, Get, HttpCode, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import type { StreamLease } from '../../access/stream-lease.js';
import { CurrentStreamLease } from '../../access/actor.decorator.js';
import { StreamLimit } from '../../http/stream-limit.js';
import { WebSocketUpgrades } from '../../http/upgrade.hook.js';
import { MarketStreamGateway } from './market-stream.gateway.js';

@Controller('marketdata/stream')
export class MarketStreamController {
  constructor(
    private readonly upgrades: WebSocketUpgrades,
    private readonly limit: StreamLimit,
    private readonly gateway: MarketStreamGateway,
  ) {}

  /**
   * Opens a WebSocket on which the market is read live.
   *
   * Say `{"type":"subscribe","instrument_ids":[1],"sides":["Buy","Sell"]}`, and later as many more as you like: each adds to what you read.
   * Sides are those of `GET /marketdata`, the six of the board where none are named, and `BuyDepth` and `SellDepth` with `"depth":10`.
   * With `"status":true` you hear as well whether the instruments trade: `{"type":"status","instrument_id":1,"status":"Halted"}`, first as it is and then when it changes.
   * `unsubscribe` takes instruments away, or some of their sides, and `unsubscribe_all` everything.
   *
   * Every message is one item as `GET /marketdata` shows it, with one field more. First comes what is shown now, with `"previous_seq":null`;
   * then every change. `previous_seq` is the change that was sent before this one: if it is not the last you saw of the instrument, you were too slow,
   * and what was overtaken meanwhile was left out. Price and quantity are null, or levels empty, where something is no longer shown.
   *
   * A message that cannot be done is answered by `{"type":"error","code":…,"detail":…}`, and the stream goes on. It is closed with 1001 when the
   * service stops, 1009 after a message of more than 64 KiB, 4400 after one that is not JSON, 4401 when the token has expired, 4403 when it was
   * revoked, 4429 after too many messages or items. A browser, which can send no token here, brings a ticket from `POST /tickets`. All of it stands in `docs/streams.md`.
   *
   * @answer 101 From here on WebSocket is spoken.
   */
  @Get()
  @HttpCode(101)
  @Access('stream')
  streamMarketData(
    @CurrentStreamLease() lease: StreamLease,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    this.upgrades.validateHandshake(request, reply);
    const releaseSlot = this.limit.acquire(lease.actor);
    const socket = this.upgrades.accept(request, reply);
    if (socket) this.gateway.accept(socket, lease, releaseSlot);
    else releaseSlot();
  }
}
