/** Where everything random in a test begins: KONTOR_SEED=7 npm test -- test/engine repeats a run. bin/test.js prints it. */
export const seed = Number(process.env['KONTOR_SEED'] ?? 20261122);
