import { openTestDatabase } from '../support/database.js';
import { query } from '../support/postgres-service.js';
import {
  diffWithEntities,
  listForeignKeysWithoutIndex,
  listNumericsWithoutScale,
  listTimesWithoutZone,
} from './schema-checks.js';

describe('database schema', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeEach(async () => (database = await openTestDatabase()));
  afterEach(() => database.close());

  it('is the same by entities and by migrations', async () => {
    expect(await diffWithEntities(database.url)).toBe('');
  });

  it('has a scale for every numeric column', async () => {
    expect(await listNumericsWithoutScale(database.url)).toEqual([]);
  });

  it('has an index for every foreign key', async () => {
    expect(await listForeignKeysWithoutIndex(database.url)).toEqual([]);
  });

  it('has a time zone for every timestamp', async () => {
    expect(await listTimesWithoutZone(database.url)).toEqual([]);
  });

  describe('checks, on wrong tables,', () => {
    it('report differences between migrations and entities', async () => {
      await query(database.url, 'alter table users add column shoe_size int');
      expect(await diffWithEntities(database.url)).toContain('shoe_size');
      await query(database.url, 'alter table users drop column shoe_size, drop column first_name');
      expect(await diffWithEntities(database.url)).toContain('first_name');
    });

    it('report numbers without a scale, and only those', async () => {
      await query(
        database.url,
        'create table wrong (bare numeric, whole numeric(10), huge numeric(40), several numeric[], fine numeric(20, 8), also_fine numeric(10, 2)[], count int)',
      );
      expect(await listNumericsWithoutScale(database.url)).toEqual(['wrong.bare', 'wrong.several', 'wrong.whole']);
    });

    it('report foreign keys without an index, and only those', async () => {
      await query(
        database.url,
        `create table parent (a int, b int, primary key (a, b));
         create table wrong (id int primary key, a int, b int, constraint none foreign key (a, b) references parent);
         create table partial (id int primary key, a int, b int, constraint only_partial foreign key (a, b) references parent);
         create index on partial (a, b) where a > 0;
         create table second (id int, a int, b int, constraint not_first foreign key (a, b) references parent);
         create index on second (id, a, b);
         create table fine (id int, a int, b int, constraint indexed foreign key (a, b) references parent);
         create index on fine (b, a, id)`,
      );
      expect(await listForeignKeysWithoutIndex(database.url)).toEqual(['none', 'not_first', 'only_partial']);
    });

    it('report timestamps without a zone, and only those', async () => {
      await query(database.url, 'create table wrong (at timestamp, of_day time, fine timestamptz, day date)');
      expect(await listTimesWithoutZone(database.url)).toEqual(['wrong.at', 'wrong.of_day']);
    });
  });
});
