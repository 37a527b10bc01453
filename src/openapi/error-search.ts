import type { ErrorView } from './documentation.view.js';

/** Finds the errors that contain every word of the text; without a word, all errors. */
export function searchErrors(errors: readonly ErrorView[], text: string): readonly ErrorView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const toText = ({ status, other_status: other, code, cause, fix }: ErrorView): string =>
    [status, other, code, cause, fix].join(' ').toLowerCase();
  return errors.filter((error) => words.every((word) => toText(error).includes(word)));
}
