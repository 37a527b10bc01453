/**
 * The rules of the venue have numbers, because a journal is replayed by engines that are newer than its commands: a command means
 * what it meant when it was written. A journal begins with the first rules; the command `AdoptRules` switches the engine to others
 * from its place in the journal on. The exchange gives that command once when it opens with an engine that knows newer rules.
 *
 * A change to what an existing command leads to (its events, its ids, the words of its refusals) is made under a new number:
 *
 *     if (this.state.follows(SECOND_RULES)) …as it is now… else …as it was…
 *
 * What only reads, and commands or fields that no earlier journal can have, need no number. See docs/decisions/0048.
 */
export const FIRST_RULES = 1;

/** Since 2026-11-22; `trading.md` §10. Every change of that release stands under this number. */
export const SECOND_RULES = 2;

/** A refusal carries its figures. A number of its own, so that journals that began under the second rules have none and still agree with their tables. */
export const THIRD_RULES = 3;

/** No order may be good till a date after the last session of its instrument. */
export const FOURTH_RULES = 4;

/** A refusal for a used client order id names its order. A price that the order does not have is not one off the tick. */
export const FIFTH_RULES = 5;

/** A price that is too large to be counted is not one off the tick. */
export const SIXTH_RULES = 6;

/**
 * Money and positions stated before the close of their date count from the moment of the statement, and lists are compared again at
 * that close (decision 114). A user who may only look at an account is not answered that its orders are unknown. The figures of the
 * band are prices on the tick.
 */
export const SEVENTH_RULES = 7;

/**
 * A list of positions changes what an account is worth by nothing but what it adds, and not at all where money of its date or a later one
 * knows it; what it takes away is realized (decision 115). A list whose differences are the ones that were open reports none of them anew.
 */
export const EIGHTH_RULES = 8;

/**
 * Another list of the same date takes the place of the one before, if nothing was traded since; the day of what a list has added begins
 * at the closing price (decision 116).
 */
export const NINTH_RULES = 9;

/** What this engine adopts. */
export const CURRENT_RULES = Math.max(
  ...[
    FIRST_RULES,
    SECOND_RULES,
    THIRD_RULES,
    FOURTH_RULES,
    FIFTH_RULES,
    SIXTH_RULES,
    SEVENTH_RULES,
    EIGHTH_RULES,
    NINTH_RULES,
  ],
);
