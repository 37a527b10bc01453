import type { DomainError } from '../errors/domain-error.js';
import { ExchangeElsewhere } from './exchange-errors.js';

type StandbyLog = Readonly<{ warn: (line: string) => void }>;

/** Why the exchange is not open here and which process is the writer; logged once per change. */
export class StandbyWait {
  private obstacle: DomainError | null = null;

  constructor(private readonly log: StandbyLog) {}

  /** Whether another process is the writer. */
  get isElsewhere(): boolean {
    return this.obstacle instanceof ExchangeElsewhere;
  }

  begin(obstacle: DomainError): void {
    if (obstacle instanceof ExchangeElsewhere && !this.isElsewhere)
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
