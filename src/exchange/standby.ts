import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../errors/domain-error.js';
import { ExchangeElsewhereError, ExchangeRecoveringError } from './exchange-errors.js';

/** The pause between two attempts. */
const RETRY_AFTER_MS = 250;
/** Waiting requests learn of another writer after this time at the latest. */
const STEP_MS = 100;

type StandbyLog = Readonly<{ warn: (line: string) => void; error: (line: string, error: unknown) => void }>;

/** `leave` is called while another process is the writer. */
type StandbyProcess = Readonly<{ isClosing: () => boolean; leave: () => void }>;

/** Why the exchange is not open here and which process is the writer; logged once per change. */
export class StandbyWait {
  private obstacle: DomainError | null = null;

  constructor(
    private readonly log: StandbyLog,
    private readonly process: StandbyProcess,
  ) {}

  /** Whether another process is the writer. */
  get isElsewhere(): boolean {
    return this.obstacle instanceof ExchangeElsewhereError;
  }

  /** Waits for an attempt to open, within a time limit and while no other process is the writer. */
  async waitFor<Opened>(opening: Promise<Opened>, withinMs: number): Promise<Opened> {
    const end = performance.now() + withinMs;
    opening.catch(() => undefined); // Nobody waits for it while another process is the writer.
    do {
      if (this.isElsewhere) throw new ExchangeElsewhereError();
      const step = pause(Math.max(0, Math.min(STEP_MS, withinMs)), null, { ref: false });
      const opened = await Promise.race([opening, step]);
      if (opened !== null) return opened;
    } while (performance.now() < end);
    throw new ExchangeRecoveringError();
  }

  /** Opens until it succeeds; null if this process stops before. */
  async retry<Opened>(open: () => Promise<Opened>): Promise<Opened | null> {
    while (!this.process.isClosing()) {
      try {
        return await open();
      } catch (error) {
        if (error instanceof DomainError) this.begin(error);
        if (this.isElsewhere) this.process.leave();
        else this.log.error('the exchange could not be opened again', error);
        await pause(RETRY_AFTER_MS);
      }
    }
    return null;
  }

  private begin(obstacle: DomainError): void {
    if (obstacle instanceof ExchangeElsewhereError && !this.isElsewhere)
      this.log.warn(
        'Another process writes the exchange on this database: this one takes no orders, and stands by to take over.',
      );
    this.obstacle = obstacle;
  }

  /** `ended` is the ended session of a writer that hung. */
  end(ended: number | null): void {
    if (ended !== null)
      this.log.warn(
        `The writer of the exchange did not renew its lease: its session ${ended} was ended, and this process writes now.`,
      );
    else if (this.isElsewhere) this.log.warn('The other writer has left: this process writes the exchange now.');
    this.obstacle = null;
  }
}
