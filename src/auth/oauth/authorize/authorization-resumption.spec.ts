import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { parseParameters } from './authorization-parameters.js';
import { parseResumption, formatResumeUrl } from './authorization-resumption.js';

const key = randomBytes(32);
const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

const parameterTexts = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }).map((text) => `${text.replaceAll('\0', '')}x`);
const requests = fc.record(
  { client_id: parameterTexts, state: parameterTexts, nonce: parameterTexts, unknown: parameterTexts },
  { requiredKeys: ['client_id'] },
);

const read = (address: string, now = NOW, signingKey = key) =>
  parseResumption(
    parseParameters(Object.fromEntries(new URLSearchParams(address.slice(address.indexOf('?') + 1)))),
    signingKey,
    now,
  );

describe('authorization resumption', () => {
  it('restores the same request and its start', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), (request, isDenied) => {
        const address = formatResumeUrl(request, { since: NOW - MINUTE, isDenied, consentKey: null }, key);
        const { kontor_resume: note, ...rest } = Object.fromEntries(
          new URLSearchParams(address.slice(address.indexOf('?') + 1)),
        );
        const resumption = read(address);
        return (
          note !== undefined &&
          JSON.stringify(rest) === JSON.stringify(request) &&
          resumption?.since === NOW - MINUTE &&
          resumption.isDenied === isDenied
        );
      }),
    );
  });

  it('is rejected for another request, another key and after a change', () => {
    const address = formatResumeUrl(
      { client_id: 'a', state: 's' },
      { since: NOW, isDenied: false, consentKey: null },
      key,
    );

    expect(read(address)).toEqual({ since: NOW, isDenied: false, consentKey: null });
    expect(read(address.replace('state=s', 'state=t'))).toBeNull();
    expect(read(address.replace('state=s', 'state=s&prompt=login'))).toBeNull();
    expect(read(address.replace(String(NOW), String(NOW - 1)))).toBeNull();
    expect(read(address.replace(`${NOW}.`, `${NOW}!.`))).toBeNull();
    expect(read(address, NOW, randomBytes(32))).toBeNull();
  });

  it('is valid for half an hour, not before its start', () => {
    const address = formatResumeUrl({ client_id: 'a' }, { since: NOW, isDenied: false, consentKey: null }, key);

    expect(read(address, NOW + 29 * MINUTE)).not.toBeNull();
    expect(read(address, NOW + 31 * MINUTE)).toBeNull();
    expect(read(address, NOW - 1)).toBeNull();
  });

  it.each(['', 'x', '1', `1.${'A'.repeat(42)}`, `-1.${'A'.repeat(43)}`, `1.${'A'.repeat(43)}`])(
    'is rejected when not issued by the service: %j',
    (note) => {
      expect(read(`/oauth/authorize?client_id=a&kontor_resume=${note}`)).toBeNull();
    },
  );
});
