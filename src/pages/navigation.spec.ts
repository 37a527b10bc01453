import { listNavigationEntries, findCurrentEntry } from './navigation.js';

describe('findCurrentEntry', () => {
  it.each([
    ['/', undefined],
    ['/docs', 'Documentation'],
    ['/docs/errors/busy?x=/', 'Documentation'],
    ['/docsy', undefined],
    ['/orders', undefined],
    ['/instruments', undefined],
    ['/users', undefined],
  ])('a reader of %s is at %s', (path, expected) => {
    expect(findCurrentEntry(path, listNavigationEntries({ userName: null, isAdministrator: false }))?.label).toBe(
      expected,
    );
  });

  it.each([
    ['/instruments/7', 'Market'],
    ['/marketdata?instrument_ids=7', 'Market'],
    ['/desk', 'Overview'],
    ['/fills', 'Orders'],
    ['/reconciliation/breaks', 'Accounts'],
    ['/orders/7/history', 'Orders'],
    ['/users?q=ada', 'Administration'],
    ['/users/7', 'Administration'],
    ['/users/me', undefined],
    ['/audit', 'Administration'],
    ['/administration/health', 'Administration'],
  ])('an administrator who reads %s is at %s', (path, expected) => {
    expect(findCurrentEntry(path, listNavigationEntries({ userName: 'Grace', isAdministrator: true }))?.label).toBe(
      expected,
    );
  });
});
