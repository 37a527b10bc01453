/** A command line that cannot be understood, with what to write instead where that is not said already: exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly fix?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'UsageError';
  }
}
