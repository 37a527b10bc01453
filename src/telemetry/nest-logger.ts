import type { Log } from './log.js';

/** Nest's LoggerService: Nest and its libraries write to the service's log. Their start-up messages are debug. */
export class NestLogger {
  constructor(private readonly sink: Log) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.sink.debug({ context: findContext(rest) }, toText(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const err = message instanceof Error ? message : rest.find((item) => item instanceof Error);
    this.sink.error(
      { context: findContext(rest), ...(err !== undefined && { err }) },
      message instanceof Error ? 'failed' : toText(message),
    );
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.sink.warn({ context: findContext(rest) }, toText(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.sink.fatal({ context: findContext(rest) }, toText(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.sink.debug({ context: findContext(rest) }, toText(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.sink.trace({ context: findContext(rest) }, toText(message));
  }
}

/** Nest passes the name of the class last. */
function findContext(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && last.length < 100 ? last : undefined;
}

function toText(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}
