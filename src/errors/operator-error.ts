/**
 * An expected failure that concerns the operator and not a caller over HTTP: what happened, and what to do about it.
 * The command line prints both and no stack trace. Whatever else is thrown there is a bug.
 */
export class OperatorError extends Error {
  constructor(
    message: string,
    readonly fix: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

/** Any error that has a fix is printed like this one. */
export function isOperatorError(error: unknown): error is Error & { readonly fix: string } {
  return error instanceof Error && 'fix' in error && typeof error.fix === 'string';
}
