import { matchesScramVerifier, createScramVerifier } from './service-role.js';

describe('createScramVerifier', () => {
  it('returns the keys of the example in RFC 7677 §3', () => {
    const verifier = createScramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'), 4096);

    expect(verifier).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });

  it('matches its own password only', () => {
    const verifier = createScramVerifier('one');

    expect([
      matchesScramVerifier(verifier, 'one'),
      matchesScramVerifier(verifier, 'two'),
      matchesScramVerifier(null, 'one'),
      matchesScramVerifier('md5abc', 'one'),
    ]).toEqual([true, false, false, false]);
  });
});
