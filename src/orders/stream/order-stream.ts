import type { EndReason, StreamLease } from '../../access/stream-leases.service.js';
import type { CallerRateLimit, TokenCounts } from '../../http/caller-rate-limit.guard.js';
import { NotReadyError, UnsupportedMediaTypeError } from '../../http/http-errors.js';
import type { CloseReason, StreamSocket } from '../../http/stream-socket.js';
import { TokenBuckets } from '../../http/token-buckets.js';
import { countActionTokens, parseOrderActions } from '../actions/order-action-parser.js';
import { ACTIONS_MAX } from '../actions/order-actions.dto.js';
import type { DisconnectCancellationsService } from './disconnect-cancellations.service.js';
import type { OrderSession, OrderSessions } from './order-sessions.js';
import { RequestIdInFlightError, TooManyInFlightError } from '../order-errors.js';
import { findRequestId, type OrderStreamMessage, parseOrderStreamMessage } from './order-stream-message.js';
import type { OrderStreamRequest, OrderStreamRequests, OrderStreamSender } from './order-stream-requests.provider.js';
import {
  type OrderStreamAnswer,
  toAnswersText,
  toAnswerText,
  toResumedText,
  toSessionText,
} from './order-stream.view.js';
import { PlacedOrders } from './placed-orders.js';
import type { ResumedRequests } from './resumed-requests.provider.js';

/** The messages that a client may have unanswered. */
const IN_FLIGHT_MAX = 100;
/** Refused messages per connection; one that sends more is closed. */
const REFUSALS = { capacity: 500, perSecond: 50 };

const STOPPING = 'The service is stopping. The message was not accepted. Send it on a new connection.';

/** What the opening request decided. */
export type OrderStreamTerms = Readonly<{
  lease: StreamLease;
  requestId: string;
  address: string;
  cancelsOnDisconnect: boolean;
}>;

/** The services that all connections use. */
export type OrderStreamServices = Readonly<{
  requests: OrderStreamRequests;
  resumption: ResumedRequests;
  cancellations: DisconnectCancellationsService;
  rateLimit: CallerRateLimit;
  sessions: OrderSessions;
  /** Runs work as a request from this address, in a unit of work of its own. */
  runAsRequest: <Result>(address: string, run: () => Result) => Result;
}>;

type ResumeMessage = Extract<OrderStreamMessage, { type: 'resume' }>;

/**
 * A connection that takes order actions. Messages that arrive while others are committed form the next group, which is
 * executed in one transaction and answered in one message: so the actions are executed in the order of their arrival.
 */
export class OrderStream {
  private readonly sender: OrderStreamSender;
  private readonly session: OrderSession;
  private readonly unanswered = new Set<string>();
  private readonly refusals = new TokenBuckets(REFUSALS, 1);
  private queue: OrderStreamRequest[] = [];
  private running: Promise<void> | null = null;
  private resuming: Promise<void> = Promise.resolve();
  private unansweredResumes = 0;
  private finished: Promise<void> | null = null;
  private isStopping = false;
  private readonly placedOrders: PlacedOrders;

  constructor(
    private readonly socket: StreamSocket,
    private readonly terms: OrderStreamTerms,
    private readonly services: OrderStreamServices,
  ) {
    const { lease, requestId, cancelsOnDisconnect } = terms;
    this.placedOrders = new PlacedOrders(services.cancellations);
    this.sender = { actor: lease.actor, connectionId: requestId };
    this.session = services.sessions.begin(lease.actor, {
      handOver: () => {
        this.end('resumed');
      },
      settled: () => this.running ?? Promise.resolve(),
    });
    socket.webSocket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    socket.sendText(toSessionText(this.session.id, { cancelsOnDisconnect, inFlightMax: IN_FLIGHT_MAX }));
  }

  /** Answers everything that was accepted, and closes the connection. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
    this.socket.close('stopping');
    await this.finish();
  }

  /** Closes the connection at once. What is not being executed yet will not be. */
  end(reason: EndReason | Extract<CloseReason, 'resumed'>): void {
    this.queue = [];
    this.socket.close(reason);
    void this.finish();
  }

  /** Call when the connection has ended. What was accepted before is executed. */
  finish(): Promise<void> {
    return (this.finished ??= this.releaseAll());
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (!this.socket.isOpen) return;
    if (this.socket.isBehind) void this.pauseUntilDrained();
    const text = data.toString();
    try {
      if (isBinary) throw new UnsupportedMediaTypeError('Send text messages with JSON. This message was binary.');
      const message = parseOrderStreamMessage(text);
      if (message.type === 'actions') this.accept(message);
      else this.acceptResume(message);
    } catch (error) {
      this.refuse(findRequestId(text), error);
    }
  }

  /** Nothing is read from a client that does not read: its answers would pile up. */
  private async pauseUntilDrained(): Promise<void> {
    const { webSocket } = this.socket;
    if (webSocket.isPaused) return;
    webSocket.pause();
    await this.socket.waitForDrain();
    webSocket.resume();
  }

  private accept({ id, body }: Extract<OrderStreamMessage, { type: 'actions' }>): void {
    if (this.isStopping) throw new NotReadyError(STOPPING);
    if (this.unanswered.has(id)) throw new RequestIdInFlightError(id);
    this.rejectTooManyInFlight();
    this.charge(countActionTokens(body));
    this.queue.push({ id, parsed: parseOrderActions(body) });
    this.unanswered.add(id);
    this.running ??= this.run();
  }

  /** An answer may be large: the next one is made when the client has received it. */
  private acceptResume(message: ResumeMessage): void {
    this.rejectTooManyInFlight();
    this.charge({ requests: 1, cancels: 0 });
    this.unansweredResumes += 1;
    this.resuming = this.resuming
      .then(() => this.socket.waitForDrain())
      .then(() => this.resume(message))
      .finally(() => (this.unansweredResumes -= 1));
  }

  private rejectTooManyInFlight(): void {
    if (this.unanswered.size + this.unansweredResumes >= IN_FLIGHT_MAX) throw new TooManyInFlightError(IN_FLIGHT_MAX);
  }

  private charge(tokens: TokenCounts): void {
    const { actingUserId: userId, clientId } = this.sender.actor;
    this.services.rateLimit.charge({ userId, clientId }, tokens);
  }

  /** The id of an unanswered message is left to its own answer. */
  private refuse(requestId: string | null, error: unknown): void {
    if (!this.refusals.take('', performance.now()).allowed) {
      this.socket.close('tooMany');
      return;
    }
    const id = requestId !== null && this.unanswered.has(requestId) ? null : requestId;
    this.send([this.services.requests.toErrorAnswer(this.sender, id, error)]);
  }

  private async run(): Promise<void> {
    // Everything that has arrived is in the first group.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const group = this.takeGroup();
      const since = this.services.cancellations.now();
      const answers = await this.runAsRequest(() => this.execute(group)).catch((error: unknown) =>
        group.map(({ id }) => this.services.requests.toErrorAnswer(this.sender, id, error)),
      );
      if (answers === null) continue;
      for (const { id } of group) this.unanswered.delete(id);
      this.send(answers);
      if (this.terms.cancelsOnDisconnect) await this.placedOrders.remember(group, answers, since);
      await this.socket.waitForDrain();
    }
    this.running = null;
  }

  /** As many messages as an HTTP request could carry. */
  private takeGroup(): OrderStreamRequest[] {
    let actions = 0;
    const end = this.queue.findIndex(({ parsed }, index) => {
      actions += parsed.actions.length;
      return index > 0 && actions > ACTIONS_MAX;
    });
    return this.queue.splice(0, end < 0 ? this.queue.length : end);
  }

  /** Null if the credentials have ended: nothing is executed. */
  private async execute(group: readonly OrderStreamRequest[]): Promise<OrderStreamAnswer[] | null> {
    const { lease } = this.terms;
    if (await lease.isStillValid()) return this.services.requests.execute(this.sender, group);
    this.end(performance.now() >= lease.expiresAt ? 'expired' : 'revoked');
    return null;
  }

  private send(answers: readonly OrderStreamAnswer[]): void {
    const texts = answers.map((answer) => {
      const text = toAnswerText(answer);
      if (answer.requestId !== null) this.session.hold(answer.requestId, { ...answer, text });
      return text;
    });
    this.socket.sendText(toAnswersText(texts));
  }

  private async resume({ session: id, after, requests }: ResumeMessage): Promise<void> {
    const { sessions, resumption } = this.services;
    if (!this.socket.isOpen) return;
    try {
      const session = sessions.find(id, this.sender.actor, performance.now());
      if (session !== this.session) session?.stream.handOver();
      await session?.stream.settled();
      const outcomes = await this.runAsRequest(() => resumption.findOutcomes(this.sender, session, requests));
      this.socket.sendText(toResumedText({ session: id, after, isKnown: session !== null }, outcomes));
    } catch (error) {
      this.refuse(null, error);
    }
  }

  private async releaseAll(): Promise<void> {
    await this.running;
    const { actor } = this.sender;
    await this.runAsRequest(() => this.placedOrders.cancelAll(actor));
    this.services.sessions.end(this.session, performance.now());
  }

  private runAsRequest<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.services.runAsRequest(this.terms.address, run);
  }
}
