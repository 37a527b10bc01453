import { type Facts, refuseUnfit } from './external.js';

const fit: Facts = {
  version: 150_000,
  versionText: '15.0',
  mayCreate: true,
  schema: 'public',
  user: 'kontor',
  recovering: false,
};
const place = 'the database kontor at db:5432';
const refusal = (facts: Partial<Facts>): unknown => {
  try {
    refuseUnfit({ ...fit, ...facts }, place);
    return null;
  } catch (error) {
    return error;
  }
};

describe('the PostgreSQL of DATABASE_URL', () => {
  it.each([{}, { version: 180_004, versionText: '18.4' }, { version: 190_000, versionText: '19beta1' }])(
    'is taken when it is PostgreSQL 15 or newer: %j',
    (facts) => {
      expect(refusal(facts)).toBeNull();
    },
  );

  it('is refused when it is older', () => {
    expect(refusal({ version: 140_099, versionText: '14.99 (Debian)' })).toMatchObject({
      code: 'database_too_old',
      message: 'The database kontor at db:5432 is PostgreSQL 14.99 (Debian).',
      mend: expect.stringContaining('PostgreSQL 15 or newer'),
    });
  });

  it('is refused when it can only be read', () => {
    expect(refusal({ recovering: true })).toMatchObject({
      code: 'database_forbidden',
      message: 'The database kontor at db:5432 is a standby and can only be read.',
    });
  });

  it.each([false, null])(
    'is refused when the user may not create tables there (%j), with the statement that helps',
    (mayCreate) => {
      expect(refusal({ mayCreate })).toMatchObject({
        code: 'database_forbidden',
        mend: expect.stringContaining('GRANT CREATE ON SCHEMA public TO "kontor"'),
      });
    },
  );
});
