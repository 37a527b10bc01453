import { actingIn } from '../support/acting.js';
import { type House, openHouse } from '../support/house.js';
import { people, type Person } from '../support/people.js';
import { referenceData } from '../support/reference-data.js';

describe('lists of administration and reference data, as tables', () => {
  let house: House;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse();
    admin = await people.admin(house);
    const { group, product, instrument } = referenceData(house, admin.token);
    await instrument(await product(await group()));
  });
  afterAll(() => house.close());

  it.each([
    ['/users', 'id,email,first_name,last_name,role,enabled,'],
    ['/productgroups', 'id,symbol,name,exchange,currency,timezone,'],
    ['/products', 'id,group_id,symbol,name,'],
    ['/instruments', 'id,symbol,product_id,product_symbol,'],
    ['/webhooks', 'id,client_id,url,description,'],
  ])('%s', async (path, titles) => {
    const table = await house.knock('GET', path, { as: admin.token, accept: 'text/csv' });
    const rows = (await house.knock('GET', path, { as: admin.token })).json<unknown[]>();

    expect(table.headers['content-type']).toContain('text/csv');
    expect(table.body.startsWith(titles)).toBe(true);
    expect(table.body).not.toMatch(/,secret,|whsec_/);
    expect(table.body.trimEnd().split('\r\n')).toHaveLength(rows.length + 1);
    const page = await (await actingIn(() => house).signedIn(admin)).get(path);
    if (rows.length > 0) expect(page.body).toContain(`href="${path}?per_page=1000&amp;_as=csv" download>CSV</a>`);
  });
});
