import { INTERFACE_GRANTS } from './grant-types.js';
import {
  type ClientRegistration,
  findRegistrationFaults,
  type RegistrationRules,
  listUsualGrants,
} from './registration.js';

const plain: ClientRegistration = {
  redirectUris: [],
  postLogoutRedirectUris: [],
  grantTypes: INTERFACE_GRANTS,
  tokenEndpointAuthMethod: 'client_secret_basic',
};

const rules = { allowsPlainHttp: false, registered: [] };

const faultsWith = (change: Partial<ClientRegistration>, of = rules as RegistrationRules): string[] =>
  findRegistrationFaults({ ...plain, ...change }, of).map(({ field, message }) => `${field}|${message}`);

describe('registration', () => {
  it('accepts a name alone', () => {
    expect(findRegistrationFaults(plain, rules)).toEqual([]);
  });

  it.each([
    'https://app.example.test/callback',
    'https://app.example.test/?a=1',
    'http://127.0.0.1/cb',
    'http://[::1]:8080/cb',
    'com.example.app:/callback',
  ])('may lead back to %s', (uri) => {
    expect(faultsWith({ redirectUris: [uri], postLogoutRedirectUris: [uri] })).toEqual([]);
  });

  it.each([
    ['https://app.example.test/#part', 'must have no fragment'],
    ['https://app.example.test/#', 'must have no fragment'],
    ['javascript:alert(1)', 'must not use this scheme'],
    ['JavaScript:alert(1)', 'must not use this scheme'],
    ['data:text/html,x', 'must not use this scheme'],
    ['file:///etc/passwd', 'must not use this scheme'],
    ['https://ada@app.example.test/', 'must not name a user'],
    ['/callback', 'must be an absolute address'],
    ['', 'must be an address in printable ASCII'],
    ['https://app.example.test/ä', 'must be an address in printable ASCII'],
    ['https:\\\\app.example.test', 'must be an address in printable ASCII'],
    [' https://app.example.test', 'must be an address in printable ASCII'],
    ['https:app.example.test', 'must name a host'],
    ['intent:now', 'must be an https or http address'],
    ['http://app.example.test/callback', 'must use https'],
    ['https://*.example.test/callback', 'must hold no wildcard'],
  ])('never leads back to %s', (uri, reason) => {
    expect(faultsWith({ redirectUris: ['https://app.example.test/', uri] })).toEqual([
      expect.stringContaining(`redirect_uris|redirect_uris: address 2 ${reason}`),
    ]);
    expect(faultsWith({ postLogoutRedirectUris: [uri] })).toEqual([
      expect.stringContaining(`post_logout_redirect_uris: address 1 ${reason}`),
    ]);
  });

  it('rejects grants that need a secret for a public key', () => {
    expect(
      faultsWith({
        tokenEndpointAuthMethod: 'none',
        grantTypes: ['password', 'authorization_code', 'client_credentials'],
      }),
    ).toEqual([
      expect.stringMatching(/^grant_types\|password needs a secret/),
      expect.stringMatching(/^grant_types\|client_credentials needs a secret/),
    ]);
    expect(listUsualGrants('none')).toEqual(['refresh_token', 'authorization_code', 'implicit']);
    expect(listUsualGrants('client_secret_post')).toEqual(INTERFACE_GRANTS);
  });

  it('keeps addresses that were registered under earlier rules', () => {
    const [uri] = ['http://app.example.test/callback'];
    expect(faultsWith({ redirectUris: [uri] }, { ...rules, registered: [uri] })).toEqual([]);
    expect(faultsWith({ redirectUris: [uri] }, { ...rules, allowsPlainHttp: true })).toEqual([]);
  });
});
