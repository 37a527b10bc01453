import { isCommonPassword } from './common-passwords.js';
import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN, toPasswordBytes } from './password.js';

/** The known facts about the password's owner. */
export type PasswordOwner = Readonly<{ email?: string; firstName?: string; lastName?: string }>;

const PRODUCT = 'kontor';

/** Why a password may not be chosen, as the end of a sentence; null if it may. Existing passwords still sign in. */
export function findPasswordFault(password: string, owner: PasswordOwner = {}): string | null {
  if (Array.from(password).length < PASSWORD_LENGTH_MIN || toPasswordBytes(password) === null) {
    return `must have ${PASSWORD_LENGTH_MIN} characters or more and at most ${PASSWORD_BYTES_MAX} bytes`;
  }
  if (isCommonPassword(password.normalize('NFKC'))) return 'must not be a common password';
  return isOwnName(simplify(password), owner)
    ? 'must not be the email, the name or the name of this service, nor these with digits and signs around them'
    : null;
}

const simplify = (text: string): string => text.normalize('NFKC').toLowerCase();

const removeDecoration = (text: string): string => text.replace(/[^\p{L}]/gu, '');

/** Whether a password is only names: digits, signs and spaces between them do not count. */
function isOwnName(password: string, { email = '', firstName = '', lastName = '' }: PasswordOwner): boolean {
  const [localPart = ''] = email.split('@');
  const words = [email, localPart, firstName, lastName, PRODUCT].map(simplify).filter((word) => word !== '');
  if (words.includes(password)) return true;
  return isMadeOf(
    removeDecoration(password),
    words.map(removeDecoration).filter((word) => word !== ''),
  );
}

/** Whether a text is a sequence of words of a list. Each position is visited once, so no input is slow. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const isReached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!isReached.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) isReached.add(at + word.length);
  }
  return text !== '' && isReached.has(text.length);
}
