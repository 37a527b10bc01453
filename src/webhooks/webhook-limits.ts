/** Per user and key: enough for all listening systems, and a bound for a faulty loop. */
export const WEBHOOKS_MAX = 20;

/** The number of waiting deliveries per webhook; further events wait in the log. */
export const WAITING_MAX = 5_000;

/** Tests have a short queue of their own. */
export const TESTS_WAITING_MAX = 5;

export const ACCOUNTS_MAX = 1_000;
export const DESCRIPTION_MAX = 200;
export const URL_MAX = 2_048;

/** After this time without a delivery, a webhook is disabled. */
export const FAILING_DAYS_MAX = 3;
