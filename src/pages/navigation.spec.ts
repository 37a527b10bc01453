import { collectNavigation, Navigation, type NavigationEntries, RegisterNavigation } from './navigation.js';

const desk: NavigationEntries = {
  main: [
    { order: 10, href: '/desk', label: 'Overview', visibleTo: 'people' },
    { order: 30, href: '/orders', label: 'Orders', visibleTo: 'people' },
  ],
  profile: [{ order: 10, href: '/profile', label: 'API keys' }],
};
const market: NavigationEntries = {
  main: [
    { order: 70, href: '/docs', label: 'Documentation' },
    { order: 20, href: '/marketdata', label: 'Market', visibleTo: 'people' },
    { order: 60, href: '/administration', label: 'Administration', visibleTo: 'administrators' },
  ],
  within: {
    '/desk/': '/marketdata',
    '/instruments': ['/administration', '/marketdata'],
    '/fills': '/orders',
    '/users': '/administration',
    '/users/me': '/profile',
  },
};

describe('Navigation', () => {
  const navigation = new Navigation([market, desk]);
  const listLabels = (reader: Parameters<Navigation['listVisible']>[0]) =>
    navigation.listVisible(reader).map(({ label }) => label);

  it('sorts the entries of all modules and hides those without access', () => {
    expect(listLabels({ userName: null, isAdministrator: false })).toEqual(['Documentation']);
    expect(listLabels({ userName: 'Ada', isAdministrator: false })).toEqual([
      'Overview',
      'Market',
      'Orders',
      'Documentation',
    ]);
    expect(listLabels({ userName: 'Grace', isAdministrator: true })).toContain('Administration');
  });

  it.each([
    ['/', undefined],
    ['/docs', 'Documentation'],
    ['/docs/errors/busy?x=/', 'Documentation'],
    ['/docsy', undefined],
    ['/orders', undefined],
    ['/instruments', undefined],
    ['/users', undefined],
  ])('an anonymous reader of %s is at %s', (path, expected) => {
    const visible = navigation.listVisible({ userName: null, isAdministrator: false });

    expect(navigation.findCurrent(path, visible)?.label).toBe(expected);
  });

  it.each([
    ['/instruments/7', 'Administration'],
    ['/marketdata?instrument_ids=7', 'Market'],
    ['/desk', 'Overview'],
    ['/desk/7', 'Market'],
    ['/fills', 'Orders'],
    ['/orders/7/history', 'Orders'],
    ['/users?q=ada', 'Administration'],
    ['/users/me', undefined],
    ['/administration/health', 'Administration'],
  ])('an administrator who reads %s is at %s', (path, expected) => {
    const visible = navigation.listVisible({ userName: 'Grace', isAdministrator: true });

    expect(navigation.findCurrent(path, visible)?.label).toBe(expected);
  });

  it.each([
    ['/instruments/7', 'Market'],
    ['/users', undefined],
  ])('a trader who reads %s is at %s', (path, expected) => {
    const visible = navigation.listVisible({ userName: 'Ada', isAdministrator: false });

    expect(navigation.findCurrent(path, visible)?.label).toBe(expected);
  });

  it.each([
    ['/market', 'Market'],
    ['/Orders/7?a=b', 'Orders'],
    ['/order', 'Orders'],
    ['/overview', 'Overview'],
    ['/desks', 'Overview'],
    ['/documentation', 'Documentation'],
    ['/administration2', undefined],
    ['/de', undefined],
    ['/nowhere', undefined],
    ['/', undefined],
  ])('a reader of %s, which is no page, probably meant %s', (path, expected) => {
    expect(navigation.findNearest(path, { isAdministrator: false })?.label).toBe(expected);
  });

  const entry = { order: 1, href: '/a', label: 'A' };
  const shortcut = { order: 1, where: 'In a list', keys: ['j'], does: 'One row down' };
  it.each<[string, NavigationEntries, RegExp]>([
    ['an entry without a label', { main: [{ ...entry, label: '' }] }, /needs a path and a label/],
    ['an entry that is no path', { profile: [{ ...entry, href: 'a' }] }, /needs a path and a label/],
    ['one path twice', { main: [entry, { ...entry, order: 2 }] }, /\/a appears twice in the paths/],
    ['one order twice', { main: [entry, { ...entry, href: '/b' }] }, /1 appears twice in the orders of the bar main/],
    ['two shortcuts of one order', { shortcuts: [shortcut, shortcut] }, /appears twice in the orders of the shortcuts/],
    ['a path within an entry that is missing', { within: { '/a': '/b' } }, /\/a is within \/b/],
  ])('rejects %s', (_, entries, message) => {
    expect(() => new Navigation([entries])).toThrow(message);
  });

  it('knows where the id of a field is found, or that no module says so', () => {
    const { getFinder } = new Navigation([{ finders: { acct_id: '/accounts' } }]);

    expect(getFinder('acct_id')).toBe('/accounts');
    expect(() => getFinder('user_id')).toThrow('No module registers where user_id is found');
  });
});

describe('collectNavigation', () => {
  it('reads the entries of each module once', () => {
    @RegisterNavigation(desk)
    class DeskModule {}

    expect(collectNavigation([DeskModule, DeskModule, Object]).profile).toEqual(desk.profile);
  });

  it('rejects modules without a registered home page', () => {
    expect(() => collectNavigation([Object])).toThrow('No module registers /desk in the bar main');
  });
});
