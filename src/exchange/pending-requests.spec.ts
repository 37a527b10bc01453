import { isCommitted } from './pending-requests.js';

const hash = (text: string): Buffer => Buffer.from(text);
const stored = (written: Readonly<Record<number, Buffer>>) => ({
  readHash: (last: number) => Promise.resolve(written[last] ?? null),
});

describe('a batch whose commit was not confirmed', () => {
  const unconfirmed = { last: 7, hash: hash('own') };

  it('is committed if the journal has it', async () => {
    expect(await isCommitted(stored({ 7: hash('own'), 8: hash('later') }), unconfirmed)).toBe(true);
  });

  it('is not committed if the journal ends before it', async () => {
    expect(await isCommitted(stored({ 6: hash('earlier') }), unconfirmed)).toBe(false);
  });

  it('is not committed if another process has written commands of its numbers', async () => {
    expect(await isCommitted(stored({ 7: hash('of another process') }), unconfirmed)).toBe(false);
  });

  it('is not committed if nothing was sent', async () => {
    expect(await isCommitted(stored({ 7: hash('own') }), null)).toBe(false);
  });
});
