/** Pure code has its spec beside it; whatever needs Nest or PostgreSQL is tested from outside, in test/. */
export default {
  runner: '<rootDir>/test/runner/runner.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/build'],
  globalSetup: '<rootDir>/test/support/database-setup.mjs',
  globalTeardown: '<rootDir>/test/support/database-teardown.mjs',
  maxWorkers: 4, // Tests wait as much as they compute: four keep two cores busy. A worker takes up to 1.5 GB, a Chromium some 0.3 GB.
  testTimeout: 120_000, // A machine that is busy is no failure, and a test has a lower limit of its own only where being late is one.
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  transform: {}, // test/support/typescript.mjs does it.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' }, // For jest's search of related tests.
};
