import { findMissingRegistrations, Hook } from './hook.js';

class Directory {
  readonly lister = Hook.required<() => string>();
  readonly observers = Hook.optional<() => void>();
  readonly names = Hook.requiredForEach<'user' | 'account', () => string>(['user', 'account']);
}

describe('Hook', () => {
  it('returns handlers in order of registration', () => {
    const hook = Hook.optional<string>();
    hook.register('first');
    hook.register('second');

    expect(hook.handlers).toEqual(['first', 'second']);
    expect(hook.handler).toBe('first');
  });

  it('throws when it is called before a registration', () => {
    expect(() => Hook.required<string>().handler).toThrow('This hook was called before a module registered for it.');
  });
});

describe('findMissingRegistrations', () => {
  it('returns required hooks without a registration, by class, field and key', () => {
    expect(findMissingRegistrations([new Directory()])).toEqual([
      'Directory.lister',
      'Directory.names.user',
      'Directory.names.account',
    ]);
  });

  it('returns nothing once each required hook has a registration, and names a shared provider once', () => {
    const directory = new Directory();
    directory.lister.register(() => 'one');
    directory.names.user.register(() => 'Ada');
    expect(findMissingRegistrations([directory, directory])).toEqual(['Directory.names.account']);

    directory.names.account.register(() => 'Main');
    expect(findMissingRegistrations([directory, null, 'text', { lister: Hook.required() }])).toEqual([]);
  });
});
