import { startWithMissingRegistrations } from '../support/missing-registrations.js';

describe('registrations at start-up', () => {
  it('does not start without a required registration, and names each missing one', async () => {
    const { message } = (await startWithMissingRegistrations()) as Error;

    expect(message).toMatch(/^No module has registered for [^,]+, [^,]+\.$/);
    expect(message).toContain('VenueSyncService.venue');
    expect(message).toContain('NameDirectory.resolvers.acct_owner');
  });
});
