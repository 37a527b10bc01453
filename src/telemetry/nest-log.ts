import type { Log } from './log.js';

/** Nest's LoggerService: lets Nest and the libraries on it write into the same log as everybody else. Their chatter at start is debug. */
export class NestLog {
  constructor(private readonly sink: Log) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.sink.debug({ context: contextOf(rest) }, textOf(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const err = message instanceof Error ? message : rest.find((item) => item instanceof Error);
    this.sink.error(
      { context: contextOf(rest), ...(err !== undefined && { err }) },
      message instanceof Error ? 'failed' : textOf(message),
    );
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.sink.warn({ context: contextOf(rest) }, textOf(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.sink.fatal({ context: contextOf(rest) }, textOf(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.sink.debug({ context: contextOf(rest) }, textOf(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.sink.trace({ context: contextOf(rest) }, textOf(message));
  }
}

/** Nest passes the name of the class that speaks last. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && last.length < 100 ? last : undefined;
}

function textOf(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}
