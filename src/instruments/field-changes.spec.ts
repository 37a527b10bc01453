import { findFieldChanges } from './field-changes.js';

describe('findFieldChanges', () => {
  it('lists fields with values before and after', () => {
    const before = {
      id: 7,
      tickSize: '0.25',
      expiration: null,
      sessionStartTimes: [1020],
      version: 1,
      updatedAt: new Date(0),
    };
    const after = {
      ...before,
      tickSize: '0.5',
      expiration: '2026-12-18',
      sessionStartTimes: [1020, 2460],
      version: 2,
      updatedAt: new Date(1),
    };

    expect(findFieldChanges(before, after)).toEqual([
      ['tick_size', '0.25', '0.5'],
      ['expiration', 'null', '2026-12-18'],
      ['session_start_times', '[1020]', '[1020,2460]'],
    ]);
  });

  it('lists nothing for equal values', () => {
    expect(findFieldChanges({ a: [1] }, { a: [1] })).toEqual([]);
  });
});
