import { OperatorError } from '../errors/operator-error.js';

/** All mistakes in the environment at once, so that one start shows all of them. */
export class ConfigurationError extends OperatorError {
  constructor(readonly mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'One setting is' : `${mistakes.length} settings are`;
    super(
      [`${count} wrong:`, ...mistakes.map((mistake) => `  - ${mistake}`)].join('\n'),
      'Fix them in the environment or in the file .env; .env.example explains each.',
    );
    this.name = 'ConfigurationError';
  }
}
