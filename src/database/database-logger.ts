/** The part of a logger that the database needs; pino fits. */
export type DatabaseLogger = Readonly<{
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}>;
