import { WebhookMatcher } from './webhook-matcher.js';

const allAccounts = (): boolean => true;

describe('an audience', () => {
  const audience = new WebhookMatcher();
  audience.add({ id: 1, eventTypes: null }, [7, 8]);
  audience.add({ id: 2, eventTypes: ['fill'] }, [7]);
  audience.add({ id: 3, eventTypes: null }, 'all');
  audience.add({ id: 4, eventTypes: null }, []);

  it('is woken by what it may hear and wants to hear', () => {
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

  it('is woken once: who is awake is left alone', () => {
    expect(audience.match([{ acctId: 7, type: 'fill' }], (id) => id !== 1)).toEqual([2, 3]);
  });

  it('is woken altogether when it may change who may look at what', () => {
    expect(audience.match([{ acctId: 9, type: 'account.granted' }], () => false)).toEqual([1, 2, 3, 4]);
    expect(audience.match([{ acctId: 9, type: 'account.changed' }], allAccounts)).toEqual([1, 2, 3, 4]);
  });

  it('says whether a webhook is to be woken by more than before', () => {
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
