import { whereabouts } from './navigation.js';

describe('whereabouts', () => {
  it.each([
    ['/', 'Home'],
    ['/?flash=1', 'Home'],
    ['/docs', 'Documentation'],
    ['/docs/errors', 'Errors'],
    ['/docs/errors/busy?x=/', 'Errors'],
    ['/docsy', undefined],
    ['/orders', undefined],
  ])('a reader of %s is at %s', (path, expected) => {
    expect(whereabouts(path)?.label).toBe(expected);
  });
});
