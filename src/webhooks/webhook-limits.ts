/** For each user and key: enough for every system that listens, and an end to what is registered by a loop. */
export const WEBHOOKS_MAX = 20;

/** What waits in front of a receiver that does not answer; the events behind it wait in the log. */
export const WAITING_MAX = 5_000;

/** Tests wait in a queue of their own, which nobody needs to be long. */
export const TESTS_WAITING_MAX = 5;

export const ACCOUNTS_MAX = 1_000;
export const DESCRIPTION_MAX = 200;
export const URL_MAX = 2_048;

/** How long nothing may arrive before a webhook is disabled. */
export const FAILING_DAYS_MAX = 3;
