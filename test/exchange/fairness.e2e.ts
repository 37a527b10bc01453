import { openVenue, outcomeOf, trader } from '../support/venue.js';

describe('the command queue', () => {
  let floor: Awaited<ReturnType<typeof openVenue>>;
  beforeAll(async () => (floor = await openVenue()));
  afterAll(() => floor.close());

  const list = (acctId: number) => Array.from({ length: 100 }, (_, n) => floor.limit(acctId, 'Buy', 6000 + n));

  it('executes another user’s single order between the lists of the first user', async () => {
    const many = Array.from({ length: 25 }, () => floor.published.executeAll(list(1), trader(901)));
    const single = await floor.published.execute(floor.limit(2, 'Buy', 6000), trader(902));
    const seqs = (await Promise.all(many)).flatMap((carried) => carried.map(({ seq }) => seq));

    expect(seqs.filter((seq) => seq < single.seq).length).toBeLessThanOrEqual(200);
    expect(seqs).toHaveLength(2_500);
    expect(await floor.rows('select count(*) = max(seq) as gapless from journal')).toEqual([{ gapless: true }]);
  });

  it('refuses a user whose share is full with exchange_busy and admits another', async () => {
    const many = Array.from({ length: 30 }, () => outcomeOf(floor.published.executeAll(list(1), trader(901))));
    const single = outcomeOf(floor.published.execute(floor.limit(2, 'Buy', 6000), trader(902)));

    const outcomes = await Promise.all(many);
    expect([
      outcomes.filter((one) => one === 'carried out').length,
      outcomes.filter((one) => one === 'exchange_busy').length,
    ]).toEqual([25, 5]);
    expect(await single).toBe('carried out');
  });
});
