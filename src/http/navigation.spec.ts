import { navigation, whereabouts } from './navigation.js';

describe('whereabouts', () => {
  it.each([
    ['/', 'Home'],
    ['/?flash=1', 'Home'],
    ['/docs', 'Documentation'],
    ['/docs/errors', 'Errors'],
    ['/docs/errors/busy?x=/', 'Errors'],
    ['/docsy', undefined],
    ['/orders', undefined],
    ['/instruments', undefined],
    ['/users', undefined],
  ])('a reader of %s is at %s', (path, expected) => {
    expect(whereabouts(path, navigation({ person: null, isAdministrator: false }))?.label).toBe(expected);
  });

  it.each([
    ['/instruments/7', 'Instruments'],
    ['/orders/7/history', 'Orders'],
    ['/users?q=ada', 'Users'],
    ['/users/7', 'Users'],
    ['/users/me', undefined],
    ['/audit', 'Audit'],
  ])('an administrator who reads %s is at %s', (path, expected) => {
    expect(whereabouts(path, navigation({ person: 'Grace', isAdministrator: true }))?.label).toBe(expected);
  });
});
