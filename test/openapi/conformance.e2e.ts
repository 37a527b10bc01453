import { conformance, type Exchange } from '../support/conformance.js';
import { type House, openHouse } from '../support/house.js';

describe('the test of real answers against the description', () => {
  let house: House;
  let faultOf: (exchange: Exchange) => string | null;
  let right: Exchange;
  beforeAll(async () => {
    house = await openHouse();
    faultOf = conformance((await house.knock('GET', '/openapi.json')).json());
    right = exchange('/docs/errors/server_error', await house.knock('GET', '/docs/errors/server_error'));
  });
  afterAll(() => house.close());

  const exchange = (url: string, { statusCode, headers, body }: Exchange['response']): Exchange => ({
    method: 'GET',
    url,
    response: { statusCode, headers, body },
  });
  const changed = (change: Partial<Exchange['response']>): Exchange => ({
    ...right,
    response: { ...right.response, ...change },
  });

  it('finds nothing wrong with what the service answers', () => {
    expect(faultOf(right)).toBeNull();
  });

  it.each<[string, () => Exchange, string]>([
    ['a status that is not described', () => changed({ statusCode: 418 }), 'the status is not described'],
    [
      'a content type that is not described',
      () => changed({ headers: { 'content-type': 'text/csv' } }),
      'text/csv is not described',
    ],
    [
      'a field that is not described',
      () => changed({ body: JSON.stringify({ ...JSON.parse(right.response.body), secret: 1 }) }),
      'must NOT have additional properties',
    ],
    [
      'a field that is missing',
      () => changed({ body: right.response.body.replace('"mend"', '"mended"') }),
      "must have required property 'mend'",
    ],
    [
      'a field of another type',
      () => changed({ body: right.response.body.replace('"status":500', '"status":"500"') }),
      '/status must be number',
    ],
    ['a body that is missing', () => changed({ body: '' }), 'the body is empty'],
    [
      'a code that the door does not name',
      () =>
        changed({
          statusCode: 404,
          headers: { 'content-type': 'application/problem+json' },
          body: JSON.stringify({ ...problem, status: 404, code: 'no_such_thing' }),
        }),
      '/code must be',
    ],
    [
      'a door that nobody described',
      () => exchange('/attic', right.response),
      '/attic answered 200 and is not described',
    ],
  ])('finds %s', (_what, make, fault) => {
    expect(faultOf(make())).toContain(fault);
  });

  it('makes the knock itself fail, in every test of this project', async () => {
    const undescribed = await openHouse({ describe: (document) => ({ ...document, paths: {} }) });

    await expect(undescribed.knock('GET', '/docs')).rejects.toThrow('/docs answered 200 and is not described');
    await undescribed.close();
  });
});

const problem = { type: 'x', title: 'x', detail: 'x', instance: '/', request_id: 'x' };
