/** The end of a sentence: with the words of the administrator, who may have ended them as one. */
export const quoteReason = (reason: string | null): string =>
  reason === null ? '.' : `: ${reason}${/[.!?…]$/.test(reason) ? '' : '.'}`;
