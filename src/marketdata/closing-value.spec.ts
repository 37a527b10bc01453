import { computeClosing } from './closing-value.js';

const terms = { tick: '0.25', worth: '12.5' };
const best = { bid: { price: '6710.50', size: '3' }, offer: { price: '6710.75', size: '4' } };
const none = { price: '', size: '' };

describe('computeClosing', () => {
  it('closes a short position at the offer and a long one at the bid', () => {
    expect([
      computeClosing({ quantities: [-1], cost: '-335462.5' }, best, terms),
      computeClosing({ quantities: [2], cost: '670925' }, best, terms),
    ]).toEqual([
      { at: 'at the offer, 6710.75', gain: '-75' },
      { at: 'at the bid, 6710.50', gain: '125' },
    ]);
  });

  it('names the size where there are more contracts than it has', () => {
    expect(computeClosing({ quantities: [4], cost: '1342100' }, best, terms)).toEqual({
      at: 'all at the bid, 6710.50 (size 3)',
      gain: '0',
    });
  });

  it('closes long and short positions of several accounts at both prices', () => {
    expect(computeClosing({ quantities: [1, -5], cost: '-1342100' }, best, terms)).toEqual({
      at: 'all at the bid, 6710.50, and the offer, 6710.75 (size 4)',
      gain: '-62.5',
    });
  });

  it('is null without a position, and where the price of a position is missing', () => {
    expect([
      computeClosing({ quantities: [], cost: '0' }, best, terms),
      computeClosing({ quantities: [1], cost: '1' }, { ...best, bid: none }, terms),
      computeClosing({ quantities: [1, -1], cost: '1' }, { ...best, offer: none }, terms),
    ]).toEqual([null, null, null]);
    expect(computeClosing({ quantities: [1], cost: '1' }, { ...best, offer: none }, terms)).not.toBeNull();
  });

  it('is exact for fractions of a cent, negative prices and large positions', () => {
    const small = { tick: '0.0078125', worth: '15.625' };
    expect([
      computeClosing(
        { quantities: [1], cost: '204000.0000001' },
        { ...best, bid: { price: '102.0078125', size: '1' } },
        small,
      )?.gain,
      computeClosing({ quantities: [1], cost: '-1887.5' }, { ...best, bid: { price: '-37.50', size: '1' } }, terms)
        ?.gain,
      computeClosing({ quantities: [900_000_000], cost: '301963500000000.01' }, best, terms)?.gain,
    ]).toEqual(['15.6249999', '12.5', '8999999999.99']);
  });
});
