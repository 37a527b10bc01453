/** "no account" becomes "No account". */
export const capitalizeFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A message as a sentence: its first letter is a capital, and it ends with a full stop, once, or with its question mark. */
export const toSentence = (message: string): string => capitalizeFirst(message).replace(/(?<![.?])$/, '.');
