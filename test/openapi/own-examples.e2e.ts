import { actingIn } from '../support/acting.js';
import { type House, openHouse } from '../support/house.js';
import { giveKey, people } from '../support/people.js';
import { visitor } from '../support/visitor.js';

describe('the documentation, to somebody who is signed in', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it('names their own key in the examples, and no secret; to everybody else it is the same as ever', async () => {
    const ada = await people.ada(house);
    const alone = await giveKey(house, ada.id, { grantTypes: ['client_credentials'], name: 'Desk' });
    const page = await (await actingIn(() => house).signedIn(ada)).get('/docs');

    expect(Buffer.byteLength(page.body)).toBeLessThan(40_000);
    expect(page.body).toContain('With your own key “Desk”');
    expect(page.body).toContain(`curl -u &quot;${alone.clientId}:$CLIENT_SECRET&quot; ${house.config.baseUrl}/oauth/token`);
    for (const secret of [alone.clientSecret, ada.key.clientSecret, ada.token]) expect(page.body).not.toContain(secret);

    const stranger = await visitor(house).get('/docs');
    expect(stranger.body).toContain('TOKEN=…');
    expect(stranger.body).not.toContain('With your own key');
    expect((await house.knock('GET', '/docs', { as: ada.token })).json()).not.toHaveProperty('key');
  });

  it('shows what each failure looks like', async () => {
    const page = await visitor(house).get('/docs/errors/unknown_order');
    expect(page.body).toContain('&quot;code&quot;: &quot;unknown_order&quot;');
    expect(page.body).toContain('href="/docs/operations/orders_show"');
    expect((await visitor(house).get('/docs/errors/invalid_client')).body).toContain('RFC 6749');
  });
});
