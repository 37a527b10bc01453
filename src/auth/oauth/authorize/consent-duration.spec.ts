import { formatConsentDuration } from './consent-duration.js';

const conditions = { isOnBehalf: false, administers: false, asksEachTime: false, longestSeconds: 2_592_000 };

describe('formatConsentDuration', () => {
  it('states that a remembered consent lasts until it is withdrawn', () => {
    expect(formatConsentDuration(conditions)).toBe(
      'You will not be asked again, unless it asks for more. It keeps this access until you withdraw it under Access in your profile.',
    );
  });

  it.each([
    ['administers', { administers: true }, 'You will be asked again each time it asks to administer this service.'],
    [
      'asks each time',
      { asksEachTime: true },
      'You will be asked each time, because any program on your device could ask in its name.',
    ],
  ])('says of a key that %s when its tokens end at the latest', (_what, more, sentence) => {
    expect(formatConsentDuration({ ...conditions, ...more })).toBe(
      `${sentence} What you allow now ends after 30 days at the latest, or when you withdraw it under Access in your profile.`,
    );
  });

  it('states that consent by an acting administrator ends with the acting', () => {
    expect(formatConsentDuration({ ...conditions, isOnBehalf: true, asksEachTime: true })).toBe(
      'What you allow holds for this one request, and ends when you stop acting.',
    );
  });

  it.each([
    [86_400, '1 day'],
    [7200, '2 hours'],
    [5400, '90 minutes'],
    [61, '61 seconds'],
    [1, '1 second'],
  ])('writes %d seconds as %s', (longestSeconds, words) => {
    expect(formatConsentDuration({ ...conditions, administers: true, longestSeconds })).toContain(
      `ends after ${words} at the latest`,
    );
  });
});
