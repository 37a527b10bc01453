import { Injectable, Logger } from '@nestjs/common';
import type { WebSocket } from 'ws';
import type { StreamLease } from '../../access/stream-leases.service.js';
import { runOutsideRequest } from '../../database/unit-of-work.js';
import { DomainError } from '../../errors/domain-error.js';
import { TokenBuckets } from '../../http/token-buckets.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { StreamSockets } from '../../http/stream-sockets.provider.js';
import { StrictJsonError } from '../../http/strict-json.js';
import type { UpgradedConnection } from '../../http/upgrade.hook.js';
import { MarketFeedService } from './market-feed.service.js';
import { toStreamErrorText } from './stream-item.view.js';
import {
  type StreamMessage,
  getRequestCost,
  getMessageCost,
  parseStreamMessage,
  ITEMS_OF_STREAM,
  ITEMS_OF_USER,
  MESSAGES_PER_SECOND,
} from './stream-message.js';
import { StreamConnection } from './stream-connection.js';
import { FairScheduler } from './fair-scheduler.js';

const READERS_MAX = 100_000;

/** The counted identities of a subscriber: the stream and its user. */
type StreamClient = Readonly<{ connection: StreamConnection; streamId: string; userId: number }>;

/** The WebSockets of market data: their messages, subscriptions and ends. */
@Injectable()
export class MarketStreamGateway {
  private readonly log = new Logger(MarketStreamGateway.name);
  private readonly messageBuckets = new TokenBuckets(
    { capacity: MESSAGES_PER_SECOND * 10, perSecond: MESSAGES_PER_SECOND },
    READERS_MAX,
  );
  private readonly itemBuckets = new TokenBuckets(ITEMS_OF_STREAM, READERS_MAX);
  private readonly userItemBuckets = new TokenBuckets(ITEMS_OF_USER, READERS_MAX);
  private readonly scheduler = new FairScheduler();

  constructor(
    private readonly feed: MarketFeedService,
    private readonly sockets: StreamSockets,
  ) {}

  /** A stream outlives its request by hours and must not retain its unit of work and address. */
  accept(socket: UpgradedConnection, lease: StreamLease): void {
    runOutsideRequest(() => {
      const connection = new StreamConnection(socket);
      const id = this.sockets.add(connection, lease, {
        end: (reason) => connection.close(reason),
        onClosed: () => this.feed.remove(connection),
      });
      this.listen(socket.webSocket, { connection, streamId: String(id), userId: lease.actor.actingUserId });
    });
  }

  /** Messages are processed one after another; meanwhile reading is paused. */
  private listen(frames: WebSocket, client: StreamClient): void {
    const { connection, streamId } = client;
    const queue: string[] = [];
    let isBusy = false;
    const drainQueue = async (): Promise<void> => {
      isBusy = true;
      frames.pause();
      for (let text = queue.shift(); text !== undefined && connection.isOpen; text = queue.shift())
        await this.respond(client, text);
      isBusy = false;
      frames.resume();
    };
    frames.on('message', (data: Buffer, isBinary: boolean) => {
      if (!connection.isOpen) return;
      if (!this.messageBuckets.take(streamId, performance.now()).allowed) connection.close('tooMany');
      else if (isBinary) connection.close('malformed');
      else {
        queue.push(data.toString());
        if (!isBusy) void drainQueue();
      }
    });
  }

  /** A subscriber who does not read is not served further, so that snapshots cannot pile up. */
  private async respond(client: StreamClient, text: string): Promise<void> {
    const { connection, userId } = client;
    const waitForTurn = () => this.scheduler.waitForTurn(userId);
    await connection.waitForDrain();
    await waitForTurn();
    if (!connection.isOpen || !this.charge(client, getMessageCost(text.length))) return;
    try {
      await this.execute(client, parseStreamMessage(text), waitForTurn);
    } catch (error) {
      this.sendError(connection, error);
    }
  }

  private async execute(client: StreamClient, message: StreamMessage, waitForTurn: () => Promise<void>): Promise<void> {
    const { connection } = client;
    const instruments =
      message.type === 'subscribe'
        ? connection.subscription.sizeWith(message.instrumentIds)
        : connection.subscription.size;
    if (!this.charge(client, getRequestCost(message, instruments))) return;
    if (message.type === 'subscribe') await this.feed.subscribe(connection, message, waitForTurn);
    else this.feed.unsubscribe(connection, message);
  }

  /** Charges the stream and its user; a stream that exceeds either is closed. */
  private charge({ connection, streamId, userId }: StreamClient, items: number): boolean {
    const now = performance.now();
    const isAllowed =
      this.itemBuckets.take(streamId, now, items).allowed &&
      this.userItemBuckets.take(String(userId), now, items).allowed;
    if (!isAllowed) connection.close('tooMuch');
    return isAllowed;
  }

  private sendError(connection: StreamConnection, error: unknown): void {
    if (error instanceof StrictJsonError && error.isSyntaxError) connection.close('malformed');
    else if (error instanceof StrictJsonError)
      connection.sendText(
        toStreamErrorText(new InvalidRequestError([{ pointer: error.pointer, message: error.message }])),
      );
    else if (error instanceof DomainError) connection.sendText(toStreamErrorText(error));
    else {
      this.log.error('a message on a stream could not be answered', error);
      connection.close('failed');
    }
  }
}
