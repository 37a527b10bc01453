/* eslint-disable @typescript-eslint/no-explicit-any -- a description is walked as plain data */
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic } from '../support/token-endpoint.js';

const form = 'application/x-www-form-urlencoded';

describe('examples of the OpenAPI document', () => {
  let testApp: TestApp;
  let ada: Person;
  let document: any;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
    document = (await testApp.request('GET', '/openapi.json')).json();
  });
  afterAll(() => testApp.close());

  const getPostOperation = (path: string): any => document.paths[path].post;
  const getExample = (path: string, type: string): any => getPostOperation(path).requestBody.content[type].example;
  const urlencoded = (example: Record<string, string>): string => new URLSearchParams(example).toString();
  const send = (path: string, type: string, payload: string) =>
    testApp.request('POST', path, { payload, headers: { 'content-type': type, authorization: basic(ada.key) } });

  it('register a customer with JSON, reject a form, and sign the customer in', async () => {
    const asJson = getExample('/users', 'application/json');
    const asForm = { ...getExample('/users', form), email: 'form@example.test' };
    const registration = { ...asJson, email: 'customer@example.test' };
    const signIn = { ...getExample('/oauth/token', form), username: registration.email };

    expect((await send('/users', 'application/json', JSON.stringify(registration))).statusCode).toBe(201);
    expect((await send('/users', form, urlencoded(asForm))).statusCode).toBe(415);
    const issued = await send('/oauth/token', form, urlencoded(signIn));
    expect([issued.statusCode, issued.json().token_type]).toEqual([200, 'bearer']);
  });

  it('name the grants of the token endpoint with their fields', async () => {
    const { grant_type: grantSchema } = document.components.schemas.TokenRequest.properties;

    expect(grantSchema.enum).toEqual(['password', 'refresh_token', 'authorization_code', 'client_credentials']);
    for (const one of grantSchema.enum)
      expect((await send('/oauth/token', form, `grant_type=${one}`)).json().error).not.toBe('unsupported_grant_type');
    expect((await send('/oauth/token', form, 'grant_type=another')).json().error).toBe('unsupported_grant_type');
  });

  it('describe that the token endpoint needs an API key and a form', () => {
    expect(getPostOperation('/oauth/token').security).toEqual([{ client: [] }]);
    expect(Object.keys(getPostOperation('/oauth/token').requestBody.content)).toEqual([form]);
    expect(JSON.stringify(getPostOperation('/oauth/token').responses)).not.toContain('malformed_json');
  });

  it('have the password limits of the service', async () => {
    const { minLength, maxLength } = document.components.schemas.NewUser.properties.password as Record<
      'minLength' | 'maxLength',
      number
    >;
    const register = async (email: string, password: string) =>
      (
        await send(
          '/users',
          'application/json',
          JSON.stringify({ ...getExample('/users', 'application/json'), email, password }),
        )
      ).statusCode;

    expect([minLength, maxLength]).toEqual([8, 1024]);
    const keys = (count: number) => String.fromCodePoint(...Array.from({ length: count }, (_one, n) => 0x1f511 + n));
    expect(await register('a@example.test', keys(minLength))).toBe(201);
    expect(await register('b@example.test', keys(minLength - 1))).toBe(400);
    expect(await register('c@example.test', `${'x'.repeat(maxLength - 1)}y`)).toBe(201);
    expect(await register('d@example.test', 'x'.repeat(maxLength + 1))).toBe(400);
  });

  it('describe the rate limit headers', () => {
    const limited = Object.entries<any>(document.components.responses).filter(([name]) => name.startsWith('429.'));

    expect(limited.length).toBeGreaterThan(0);
    for (const [, { headers }] of limited)
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit', 'RateLimit-Policy']));
  });

  it('are values, not field names', () => {
    const named: string[] = [];
    JSON.stringify(document, (name, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'example' in value) {
        JSON.stringify(value.example, (field, inner: unknown) => {
          if (inner === field && field !== '')
            named.push(`${name}: ${field} in ${JSON.stringify(value.example).slice(0, 60)}`);
          return inner;
        });
      }
      return value;
    });

    expect(named).toEqual([]);
  });

  it('contain no comments for source readers', () => {
    const descriptions = [...JSON.stringify(document).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, text = '']) => text,
    );

    expect(descriptions.filter((text) => /DTO|interface §|An interface and/.test(text))).toEqual([]);
  });
});
