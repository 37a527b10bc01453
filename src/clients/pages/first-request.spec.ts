import { createFirstRequest } from './first-request.js';
import type { GrantType } from '../grant-types.js';
import { grantWords } from '../profile.page.js';

const request = (grantTypes: readonly GrantType[], hasSecret = true, redirectUris: readonly string[] = []) =>
  createFirstRequest({ clientId: 'abc', hasSecret, grantTypes, redirectUris }, 'https://k.test')?.command;

describe('createFirstRequest', () => {
  it('uses the shortest grant of the key, without its secret', () => {
    expect(request(['password', 'client_credentials'])).toBe(
      'curl -u "abc:$CLIENT_SECRET" https://k.test/oauth/token \\\n  -d grant_type=client_credentials',
    );
    expect(request(['password', 'authorization_code'])).toContain('-d grant_type=password');
    expect(request(['authorization_code'])).toContain('-u "abc:$CLIENT_SECRET"');
  });

  it('proves a public key by the code only', () => {
    const command = request(['authorization_code', 'refresh_token'], false, ['com.example.app:/cb?a=1']);

    expect(command).toContain('&redirect_uri=com.example.app%3A%2Fcb%3Fa%3D1&code_challenge_method=S256');
    expect(command).toContain('https://k.test/oauth/token -d client_id=abc');
    expect(command).not.toContain('SECRET');
  });

  it('uses a loopback redirect URI when none is registered', () => {
    expect(request(['authorization_code'], false)).toContain('redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fcallback');
  });

  it.each([
    [['refresh_token'], true],
    [['implicit'], true],
    [['password', 'client_credentials'], false],
    [[], true],
  ] as const)('is none for a key that may do %j', (grants, hasSecret) => {
    expect(request(grants, hasSecret)).toBeUndefined();
  });
});

describe('grantWords', () => {
  it('have one order for any order of grants', () => {
    expect(grantWords(['client_credentials', 'password'])).toEqual(grantWords(['password', 'client_credentials']));
    expect(grantWords([])).toEqual([]);
  });
});
