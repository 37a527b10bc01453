import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** What a refusal says to a user who has only mistyped something. */
describe('errors with hints', () => {
  let testApp: TestApp;
  let ada: Person;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, admin] = [await people.ada(testApp), await people.admin(testApp)];
  });
  afterAll(() => testApp.close());

  describe('for a form instead of JSON', () => {
    it.each(['/orderactions', '/refpositions', '/accounts/1/moneyvals', '/oauth/client', '/webhooks'])(
      'POST %s returns 415 and names the content type to send',
      async (url) => {
        const response = await testApp.request('POST', url, {
          as: ada.token,
          headers: FORM,
          payload: 'acct_id=1&quantity=2&name=x',
        });

        expect([response.statusCode, response.json().code, response.json().detail]).toEqual([
          415,
          'unsupported_media_type',
          expect.stringMatching(/^Send JSON with Content-Type: application\/json\..*x-www-form-urlencoded/),
        ]);
      },
    );

    it('POST /users with an API key returns the same', async () => {
      expect(
        (
          await testApp.request('POST', '/users', {
            headers: { ...FORM, authorization: basic(ada.key) },
            payload: 'email=new@example.test',
          })
        ).statusCode,
      ).toBe(415);
    });

    it.each(['{"action_type":"MarketOrderSub","acct_id":1}', '{"tag":"100% sure"}'])(
      'apply to JSON that curl sends as a form: %s',
      async (payload) => {
        expect(
          (await testApp.request('POST', '/orderactions', { as: ada.token, headers: FORM, payload })).statusCode,
        ).toBe(415);
      },
    );

    it('require a token before a body, and do not apply to an empty body', async () => {
      const webhook = (
        await testApp.request('POST', '/webhooks', {
          as: ada.token,
          body: { url: 'https://books.example.test/kontor' },
        })
      ).json();
      const empty = await testApp.request('POST', `/webhooks/${webhook.id}/secret`, {
        as: ada.token,
        headers: FORM,
        payload: '',
      });

      expect(empty.statusCode).toBeLessThan(300);
      expect((await testApp.request('POST', '/orderactions', { headers: FORM, payload: 'acct_id=1' })).statusCode).toBe(
        303,
      );
    });

    it('apply to text/plain: 415', async () => {
      expect(
        (
          await testApp.request('POST', '/orderactions', {
            as: ada.token,
            headers: { 'content-type': 'text/plain' },
            payload: 'hello',
          })
        ).json(),
      ).toMatchObject({
        status: 415,
        detail: 'Send JSON with Content-Type: application/json. The body was sent as text/plain.',
      });
    });
  });

  describe('for a misspelled name or value', () => {
    const order = {
      action_type: 'LimitOrderSub',
      acct_id: 1,
      instrument_id: 1,
      side: 'Buy',
      time_in_force: 'Day',
      limit_price: 100,
      quantity: 1,
    };
    const readFirstError = async (method: 'GET' | 'POST', url: string, body?: object): Promise<string> => {
      const response = await testApp.request(method, url, { as: ada.token, ...(body && { body }) });
      expect(response.statusCode).toBe(400);
      return response.json<{ errors: { message: string }[] }>().errors[0]?.message ?? '';
    };

    it('suggest a field of an order', async () => {
      const { quantity, ...rest } = order;
      expect(await readFirstError('POST', '/orderactions', { ...rest, quantiy: quantity })).toMatch(
        /quantiy is not a field of a LimitOrderSub; did you mean quantity\? Known: .*limit_price/,
      );
    });

    it.each([
      [{ side: 'buy' }, 'side must be one of Buy, Sell; did you mean Buy?'],
      [{ time_in_force: 'DAY' }, 'time_in_force must be one of Day, GTC, GTD, IOC, FOK; did you mean Day?'],
      [{ action_type: 'LimitOrder' }, expect.stringMatching(/^action_type must be one of .*LimitOrderSub/)],
    ])('a value of an order: %j', async (wrong, message) => {
      expect(await readFirstError('POST', '/orderactions', { ...order, ...wrong })).toEqual(message);
    });

    it.each([
      ['/orders?statsu=Open', /^statsu is not known here; did you mean status\? Known: .*acct_id/],
      ['/orders?status=open', /status must be one of .*Open.*; did you mean Open\?$/],
      ['/users/me?color=red', /^color is not known here; nothing is taken here$/],
      ['/marketdata?instrument_ids=1&sides=buy', /did you mean Buy\?$/],
    ])('a parameter: %s', async (url, message) => {
      expect(await readFirstError('GET', url)).toMatch(message);
    });

    it('suggest a field of another body', async () => {
      expect(await readFirstError('POST', '/webhooks', { ulr: 'https://books.example.test/' })).toMatch(
        /ulr is not known here; did you mean url\? Known: .*event_types/,
      );
    });
  });

  describe('for a wrong customer_id', () => {
    const tokenFor = (person: Person, customer: number, password = person.password) =>
      postToken(testApp, {
        form: { ...passwordForm(person), password, customer_id: String(customer) },
        authorization: basic(person.key),
      });
    const GENERIC_ERROR = 'The username or the password is wrong, or the user may not act for this customer.';

    it('tell an administrator the reason', async () => {
      const disabledUser = await people.named(testApp, 'leaver');
      await testApp.orm.em.execute('update users set enabled = false where id = ?', [disabledUser.id]);
      const [missing, another, disabled] = [
        await tokenFor(admin, 2_147_483_648),
        await tokenFor(admin, (await people.named(testApp, 'second', 'Admin')).id),
        await tokenFor(admin, disabledUser.id),
      ];

      for (const response of [missing, another])
        expect([response.statusCode, response.json()]).toEqual([
          400,
          {
            error: 'invalid_grant',
            error_description: expect.stringMatching(
              /^The password is correct, but customer_id \d+ is not a customer\./,
            ),
          },
        ]);
      expect(disabled.json()).toEqual({
        error: 'invalid_grant',
        error_description: `The password is correct, but the account of customer_id ${disabledUser.id} is disabled. Enable it first.`,
      });
    });

    it('tell nothing after a wrong password or to a customer', async () => {
      for (const response of [
        await tokenFor(admin, 999_999, 'wrong'),
        await tokenFor(ada, 999_999),
        await tokenFor(ada, admin.id),
        await tokenFor(ada, ada.id, 'wrong'),
      ]) {
        expect(response.json()).toEqual({ error: 'invalid_grant', error_description: GENERIC_ERROR });
      }
    });
  });
});
