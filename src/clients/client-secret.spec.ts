import { areDigestsEqual } from '../config/sealed-text.js';
import { calculateDigest, createClientId, createClientSecret, openSecret, sealSecret } from './client-secret.js';

describe('client secret', () => {
  it('has 256 bits in characters that need no form encoding, and is unique', () => {
    const secrets = Array.from({ length: 1000 }, createClientSecret);

    expect(new Set(secrets).size).toBe(1000);
    expect(secrets.every((secret) => /^[A-Za-z0-9]{43}$/.test(secret))).toBe(true);
    expect(new Set(secrets.join('')).size).toBe(62);
    expect(createClientId()).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  it('is compared as a whole', () => {
    expect(areDigestsEqual(calculateDigest('secret'), calculateDigest('secret'))).toBe(true);
    expect(areDigestsEqual(calculateDigest('secret'), calculateDigest('secret:junk'))).toBe(false);
    expect(areDigestsEqual(calculateDigest('secret'), '')).toBe(false);
  });

  it('can be unsealed for its owner', () => {
    const sealed = sealSecret('s3cret', 'app', 'key');

    expect(sealed).toMatch(/^v1\./);
    expect(sealed).not.toContain('s3cret');
    expect(openSecret(sealed, 'app', 'key')).toBe('s3cret');
    expect(sealSecret('s3cret', 'app', 'key')).not.toBe(sealed);
  });

  it('cannot be unsealed with another key, for another client, or after a change', () => {
    const sealed = sealSecret('s3cret', 'app', 'key');
    const touched = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;

    expect(openSecret(sealed, 'app', 'other')).toBeNull();
    expect(openSecret(sealed, 'other', 'key')).toBeNull();
    expect(openSecret(touched, 'app', 'key')).toBeNull();
    expect(openSecret(sealed.replace('v1', 'v2'), 'app', 'key')).toBeNull();
    expect(openSecret('', 'app', 'key')).toBeNull();
  });
});
