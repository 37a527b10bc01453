import { type ServerFacts, rejectUnsuitableServer } from './external-database.js';

const suitable: ServerFacts = {
  version: 150_000,
  versionText: '15.0',
  mayCreate: true,
  schema: 'public',
  user: 'kontor',
  recovering: false,
};
const target = 'the database kontor at db:5432';
const findRejection = (facts: Partial<ServerFacts>): unknown => {
  try {
    rejectUnsuitableServer({ ...suitable, ...facts }, target);
    return null;
  } catch (error) {
    return error;
  }
};

describe('external database', () => {
  it.each([{}, { version: 180_004, versionText: '18.4' }, { version: 190_000, versionText: '19beta1' }])(
    'is accepted from PostgreSQL 15: %j',
    (facts) => {
      expect(findRejection(facts)).toBeNull();
    },
  );

  it('is rejected when older', () => {
    expect(findRejection({ version: 140_099, versionText: '14.99 (Debian)' })).toMatchObject({
      code: 'database_too_old',
      message: 'The database kontor at db:5432 is PostgreSQL 14.99 (Debian).',
      fix: expect.stringContaining('PostgreSQL 15 or newer'),
    });
  });

  it('is rejected when read-only', () => {
    expect(findRejection({ recovering: true })).toMatchObject({
      code: 'database_forbidden',
      message: 'The database kontor at db:5432 is a standby and can only be read.',
    });
  });

  it.each([false, null])(
    'is rejected without the right to create tables (%j), with the statement that grants it',
    (mayCreate) => {
      expect(findRejection({ mayCreate })).toMatchObject({
        code: 'database_forbidden',
        fix: expect.stringContaining('GRANT CREATE ON SCHEMA public TO "kontor"'),
      });
    },
  );
});
