import { formatDiscouragedGrantsNotice } from './read-config.js';

describe('warning about grants discouraged by RFC 9700', () => {
  it.each([
    [
      'both',
      true,
      true,
      'Notice: the grants password and implicit, against which RFC 9700 advises, are on; OAUTH_ALLOW_PASSWORD=0 and OAUTH_ALLOW_IMPLICIT=0 would change that.',
    ],
    [
      'the password grant',
      true,
      false,
      'Notice: the grant password, against which RFC 9700 advises, is on; OAUTH_ALLOW_PASSWORD=0 would change that.',
    ],
    [
      'the implicit grant',
      false,
      true,
      'Notice: the grant implicit, against which RFC 9700 advises, is on; OAUTH_ALLOW_IMPLICIT=0 would change that.',
    ],
    ['none', false, false, null],
  ])('names %s in a production, and nothing in the sandbox', (_which, allowsPassword, allowsImplicit, notice) => {
    expect(formatDiscouragedGrantsNotice({ mode: 'production', allowsPassword, allowsImplicit })).toBe(notice);
    expect(formatDiscouragedGrantsNotice({ mode: 'sandbox', allowsPassword, allowsImplicit })).toBeNull();
  });
});
