import { ClientCache } from './client-cache.js';
import { Client } from './client.entity.js';

describe('ClientCache', () => {
  const [ada, bob] = [new Client('ada-key', 1, 'Ada'), new Client('bob-key', 2, 'Bob')];
  const createCache = (...clients: Client[]): ClientCache => {
    const cache = new ClientCache();
    for (const client of clients) cache.startReading(0)(client);
    return cache;
  };
  const findBoth = (cache: ClientCache, now = 1) => [cache.find('ada-key', now), cache.find('bob-key', now)];

  it('remembers a key for five seconds from the moment when the reading began', () => {
    const cache = createCache(ada, bob);

    expect(findBoth(cache, 4999)).toEqual([ada, bob]);
    expect(findBoth(cache, 5000)).toEqual([null, null]);
    expect(cache.find('unknown', 1)).toBeNull();
  });

  it.each([
    ['a change of the key forgets that key', { kind: 'client', key: 'ada-key' }, [null, bob]],
    ['a change of another key forgets nothing', { kind: 'client', key: 'other' }, [ada, bob]],
    ['a change of its owner forgets that key', { kind: 'user', key: '1' }, [null, bob]],
    ['a change of another user forgets nothing', { kind: 'user', key: '3' }, [ada, bob]],
    ['missed announcements forget everything', 'all', [null, null]],
  ] as const)('%s', (_title, change, expected) => {
    const cache = createCache(ada, bob);

    cache.invalidate(change);

    expect(findBoth(cache)).toEqual(expected);
  });

  it.each([
    ['a change of any key', { kind: 'client', key: 'other' }, null],
    ['a change of any user', { kind: 'user', key: '3' }, null],
    ['missed announcements', 'all', null],
    ['a change of a token', { kind: 'token', key: 'digest' }, ada],
  ] as const)('%s while a key is read decides whether it is remembered', (_title, change, expected) => {
    const cache = createCache();

    const remember = cache.startReading(0);
    cache.invalidate(change);
    remember(ada);

    expect(cache.find('ada-key', 1)).toBe(expected);
  });

  it('forgets the key that was read first beyond 5,000', () => {
    const cache = createCache(...Array.from({ length: 5001 }, (_one, n) => new Client(`key-${n}`, 1, 'Key')));

    expect(cache.find('key-0', 1)).toBeNull();
    expect(cache.find('key-1', 1)?.clientId).toBe('key-1');
    expect(cache.find('key-5000', 1)?.clientId).toBe('key-5000');
  });
});
