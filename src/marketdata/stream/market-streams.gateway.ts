import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { WebSocket } from 'ws';
import type { Admission } from '../../access/admission.js';
import { Stays } from '../../access/stays.service.js';
import { Config } from '../../config/config.js';
import { DomainError } from '../../errors/domain-error.js';
import { Buckets } from '../../http/bucket.js';
import { InvalidRequest } from '../../http/invalid-request.js';
import { OpenStreams } from '../../http/open-streams.js';
import { JsonRefused } from '../../http/strict-json.js';
import type { Taken } from '../../http/upgrade.hook.js';
import { MarketFeed } from './market-feed.service.js';
import { streamErrorText } from './stream-item.view.js';
import { costOf, costOfHearing } from './stream-cost.js';
import { ITEMS_OF_STREAM, ITEMS_OF_USER, MESSAGES_PER_SECOND } from './stream-limits.js';
import { readMessage, type StreamMessage } from './stream-message.js';
import { StreamReader } from './stream-reader.js';
import { Turns } from './turns.js';

/** What begins with a stream outlives the request by hours, and must not keep what belongs to it: its unit of work, its address. */
const outside = AsyncLocalStorage.snapshot();

const READERS_MAX = 100_000;

/** A reader, by what they are counted: their stream and whoever opened it. */
type Guest = Readonly<{ reader: StreamReader; stream: string; userId: number }>;

/** The sockets of the market: who reads, what they say, when they have to go. */
@Injectable()
export class MarketStreams implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(MarketStreams.name);
  private readonly readers = new Map<number, StreamReader>();
  private readonly messages = new Buckets(
    { capacity: MESSAGES_PER_SECOND * 10, perSecond: MESSAGES_PER_SECOND },
    READERS_MAX,
  );
  private readonly items = new Buckets(ITEMS_OF_STREAM, READERS_MAX);
  private readonly itemsOfUsers = new Buckets(ITEMS_OF_USER, READERS_MAX);
  private readonly turns = new Turns();
  private timer: NodeJS.Timeout | null = null;
  private opened = 0;
  private beats = 0;

  constructor(
    private readonly feed: MarketFeed,
    private readonly stays: Stays,
    private readonly open: OpenStreams,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.beat(), 1_000).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** `left` is called when the stream is over. */
  welcome(taken: Taken, admission: Admission, left: () => void): void {
    outside(() => {
      const reader = new StreamReader(taken.frames, taken.connection);
      const id = ++this.opened;
      this.readers.set(id, reader);
      const stopped = this.open.register(() => reader.close('stopping'));
      const watched = this.stays.watch(admission, (why) => reader.close(why));
      taken.frames.once('close', () => {
        this.readers.delete(id);
        this.feed.forget(reader);
        for (const end of [stopped, watched, left]) end();
      });
      // What breaks the protocol, or is too big, the library closes by itself, with the code that RFC 6455 has for it.
      taken.frames.on('error', () => undefined);
      this.listen(taken.frames, { reader, stream: String(id), userId: admission.actor.actingUserId });
    });
  }

  /** One message after the other; while one is being answered, no more are read than have arrived. */
  private listen(frames: WebSocket, guest: Guest): void {
    const { reader, stream } = guest;
    const waiting: string[] = [];
    let isBusy = false;
    const work = async (): Promise<void> => {
      isBusy = true;
      frames.pause();
      for (let text = waiting.shift(); text !== undefined && reader.isOpen; text = waiting.shift())
        await this.answer(guest, text);
      isBusy = false;
      frames.resume();
    };
    frames.on('message', (data: Buffer, isBinary: boolean) => {
      reader.isHeard();
      if (!reader.isOpen) return;
      if (!this.messages.take(stream, performance.now()).allowed) reader.close('tooMany');
      else if (isBinary) reader.close('malformed');
      else {
        waiting.push(data.toString());
        if (!isBusy) void work();
      }
    });
  }

  /** Whoever does not take what they are sent is not listened to meanwhile, or they could ask for snapshots without end. */
  private async answer(guest: Guest, text: string): Promise<void> {
    const { reader, userId } = guest;
    const turn = () => this.turns.next(userId);
    await reader.untilTaken();
    await turn();
    if (!reader.isOpen || !this.mayCost(guest, costOfHearing(text.length))) return;
    try {
      await this.do(guest, readMessage(text), turn);
    } catch (error) {
      this.refuse(reader, error);
    }
  }

  private async do(guest: Guest, message: StreamMessage, turn: () => Promise<void>): Promise<void> {
    const { reader } = guest;
    const instruments =
      message.type === 'subscribe' ? reader.subscription.sizeWith(message.instrumentIds) : reader.subscription.size;
    if (!this.mayCost(guest, costOf(message, instruments))) return;
    if (message.type === 'subscribe') await this.feed.subscribe(reader, message, turn);
    else this.feed.unsubscribe(reader, message);
  }

  /** Of both, the stream and its user; whoever asks for more than either has is closed. */
  private mayCost({ reader, stream, userId }: Guest, items: number): boolean {
    const now = performance.now();
    const may =
      this.items.take(stream, now, items).allowed && this.itemsOfUsers.take(String(userId), now, items).allowed;
    if (!may) reader.close('tooMuch');
    return may;
  }

  private refuse(reader: StreamReader, error: unknown): void {
    if (error instanceof JsonRefused && error.syntax) reader.close('malformed');
    else if (error instanceof JsonRefused)
      reader.say(streamErrorText(new InvalidRequest([{ pointer: error.pointer, message: error.message }])));
    else if (error instanceof DomainError) reader.say(streamErrorText(error));
    else {
      this.log.error('a message on a stream could not be answered', error);
      reader.close('failed');
    }
  }

  /** Each reader once in so many seconds, some of them every second. */
  private beat(): void {
    const slots = this.config.streamHeartbeatSeconds;
    this.beats = (this.beats + 1) % slots;
    for (const [id, reader] of this.readers) if (id % slots === this.beats) reader.beat();
  }
}
