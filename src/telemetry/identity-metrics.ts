import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Hook } from '../access/hook.js';

/** The outcome of a sign-in. `slowed` was rejected before hashing, `busy` found the queue full. */
export type SignInResult = 'granted' | 'denied' | 'slowed' | 'busy';

/** The current state of the password queue. */
export type QueueMetrics = Readonly<{ running: number; waiting: number }>;

/**
 * Metrics of sign-ins and tokens for the operator. Every label is a known value: a grant, a response type, an error
 * code; never a name, an address or input of a caller.
 */
export class IdentityMetrics {
  readonly registry = new Registry();
  private readonly issued = this.createCounter(
    'kontor_tokens_issued_total',
    'Access tokens that were issued.',
    'grant',
  );
  private readonly rejections = this.createCounter(
    'kontor_token_refusals_total',
    'Token requests that were refused.',
    'grant',
    'error',
  );
  private readonly reuses = this.createCounter(
    'kontor_reuse_detected_total',
    'Refresh tokens and codes that came again after they were used; what had grown from them was ended.',
    'kind',
  );
  private readonly signIns = this.createCounter(
    'kontor_sign_ins_total',
    'Sign-ins with a password, by programs and by people.',
    'outcome',
  );
  private readonly authorizations = this.createCounter(
    'kontor_authorizations_total',
    'Authorization requests that were answered to the application: what it got, or the error.',
    'result',
  );
  private readonly passwords = new Histogram({
    name: 'kontor_password_seconds',
    help: 'How long passwords waited for their turn, and how long they were hashed.',
    labelNames: ['stage'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  /** `passwordQueue` is read whenever metrics are. */
  constructor(passwordQueue: Hook<() => QueueMetrics>) {
    new Gauge({
      name: 'kontor_password_queue',
      help: 'Passwords that are being hashed, and those that wait for their turn.',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const { running, waiting } = passwordQueue.handler();
        this.set({ state: 'running' }, running);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }

  recordTokenIssued(grant: string): void {
    this.issued.inc({ grant });
  }

  recordTokenRejected(grant: string, error: string): void {
    this.rejections.inc({ grant, error });
  }

  recordReuse(kind: 'refresh_token' | 'authorization_code'): void {
    this.reuses.inc({ kind });
  }

  recordSignIn(outcome: SignInResult): void {
    this.signIns.inc({ outcome });
  }

  /** A response type or an error; tokens of the authorization endpoint are issued by the implicit grant. */
  recordAuthorization(result: string): void {
    this.authorizations.inc({ result });
    if (result.split(' ').includes('token')) this.recordTokenIssued('implicit');
  }

  recordPasswordTime(stage: 'waited' | 'hashed', seconds: number): void {
    this.passwords.observe({ stage }, seconds);
  }

  private createCounter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
