/** As much of a logger as the database needs; pino fits. */
export type DatabaseLogger = Readonly<{
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}>;
