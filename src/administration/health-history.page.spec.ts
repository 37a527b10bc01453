import { toPath } from './health-history.page.js';

describe('toPath', () => {
  it('draws the newest value at the right end, and the greatest at the top', () => {
    expect(toPath([0, 5, 10], 10)).toBe('M177 32H178L179 16.5L180 1');
  });

  it('leaves a gap where there is no value', () => {
    expect(toPath([10, null, 10, null], 10)).toBe('M176 1H177M178 1H179');
  });

  it('draws zeros at the bottom', () => {
    expect(toPath([0, 0], 0)).toBe('M178 32H179L180 32');
  });
});
