import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { FailureLog } from './failure-log.js';
import type { Log } from './log.js';
import { Metrics } from './metrics.js';

/** The token of the service's log. */
export const LOG = Symbol('log');

/** The log and the metrics. */
@Global()
@Module({})
export class TelemetryModule implements OnApplicationShutdown {
  constructor(private readonly failures: FailureLog) {}

  static forRoot(log: Log): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        { provide: LOG, useValue: log },
        { provide: FailureLog, useFactory: () => new FailureLog(log) },
        { provide: Metrics, useFactory: () => new Metrics() },
      ],
      exports: [LOG, FailureLog, Metrics],
    };
  }

  /** Writes the counted failures. */
  onApplicationShutdown(): void {
    this.failures.flush();
  }
}
