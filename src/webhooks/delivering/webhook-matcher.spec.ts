import { WebhookMatcher } from './webhook-matcher.js';

const allAccounts = (): boolean => true;

describe('WebhookMatcher', () => {
  const audience = new WebhookMatcher();
  audience.add({ id: 1, eventTypes: null }, [7, 8]);
  audience.add({ id: 2, eventTypes: ['fill'] }, [7]);
  audience.add({ id: 3, eventTypes: null }, 'all');
  audience.add({ id: 4, eventTypes: null }, []);

  it('wakes webhooks that may and want to receive an event', () => {
    expect(audience.match([{ acctId: 7, type: 'fill' }], allAccounts)).toEqual([1, 2, 3]);
    expect(audience.match([{ acctId: 7, type: 'order.accepted' }], allAccounts)).toEqual([1, 3]);
    expect(
      audience.match(
        [
          { acctId: 9, type: 'fill' },
          { acctId: 8, type: 'fill' },
        ],
        allAccounts,
      ),
    ).toEqual([1, 3]);
    expect(audience.match([], allAccounts)).toEqual([]);
  });

  it('wakes an awake webhook once', () => {
    expect(audience.match([{ acctId: 7, type: 'fill' }], (id) => id !== 1)).toEqual([2, 3]);
  });

  it('wakes all webhooks of an event that changes access', () => {
    expect(audience.match([{ acctId: 9, type: 'account.granted' }], () => false)).toEqual([1, 2, 3, 4]);
    expect(audience.match([{ acctId: 9, type: 'account.changed' }], allAccounts)).toEqual([1, 2, 3, 4]);
  });

  it('returns whether a webhook matches more events than before', () => {
    const seats = new WebhookMatcher();
    const seat = (eventTypes: readonly 'fill'[] | null, sees: readonly number[] | 'all') =>
      seats.add({ id: 1, eventTypes }, sees);

    expect([
      seat(['fill'], [7]),
      seat(['fill'], [7]),
      seat(['fill'], []),
      seat(['fill'], [7, 8]),
      seat(null, [7, 8]),
      seat(null, 'all'),
      seat(['fill'], [1]),
      seat(null, [1]),
    ]).toEqual([true, false, false, true, true, true, false, true]);
  });
});
