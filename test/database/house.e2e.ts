import { type House, openHouse } from '../support/house.js';

describe('the house of the tests', () => {
  let house: House;
  beforeAll(async () => (house = await openHouse()));
  afterAll(() => house.close());

  it('stands on a migrated database of its own', async () => {
    const other = await openHouse();
    try {
      await house.orm.em.fork().execute('create table only_here (id int)');
      const found = await other.orm.em
        .fork()
        .execute("select to_regclass('only_here') as here, to_regclass('mikro_orm_migrations') as migrated");

      expect(found).toEqual([{ here: null, migrated: 'mikro_orm_migrations' }]);
    } finally {
      await other.close();
    }
  });

  it('answers a knock, and the same over the network', async () => {
    const knocked = await house.knock('GET', '/attic');
    const fetched = await fetch(`${await house.url()}/attic`, { headers: { accept: 'application/json' } });

    expect(knocked.statusCode).toBe(404);
    expect(fetched.status).toBe(404);
    expect(await fetched.json()).toMatchObject({ status: 404, code: knocked.json().code });
  });
});
