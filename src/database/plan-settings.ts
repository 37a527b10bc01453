/** Settings of a session with prepared statements. A plan that was made while a table was small is kept when it has grown, so it must not read whole tables. */
export const PLAN_SETTINGS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off';

/** The same for statements that find the row of each value by its key. Those about tokens join their values with each other, by a hash. */
export const KEYED_PLAN_SETTINGS = `${PLAN_SETTINGS}; set enable_hashjoin = off; set enable_mergejoin = off`;
