import { RESOURCE_SCOPES, resourcesIn } from '../access/resource-scope.js';
import { isFirstParty } from '../clients/first-party.js';
import { grantedScope } from './granted-scope.js';
import { rightsOf, toResponseScope } from './token-rights.js';

const ADA = 1;
const BOB = 2;
const ADMIN = 3;

const own = { ownerId: ADA, firstParty: false };
const vendors = { ownerId: BOB, firstParty: false };
const marked = { ownerId: BOB, firstParty: true };
const customer = { userId: ADA, actingUserId: ADA, role: 'Customer', isAsked: true } as const;
const administrator = { userId: ADMIN, actingUserId: ADMIN, role: 'Admin', isAsked: true } as const;
const acting = { userId: ADA, actingUserId: ADMIN, role: 'Customer', isAsked: true } as const;

describe('what a key is granted of a scope', () => {
  it.each([
    ['openid', vendors, customer, 'openid read'],
    ['openid email', vendors, customer, 'openid email read'],
    ['', vendors, customer, 'read'],
    ['openid trade', vendors, customer, 'openid trade'],
    ['openid keys', vendors, customer, 'openid keys'],
    ['openid keys', vendors, { ...customer, isAsked: false }, 'openid read'],
    ['openid admin', vendors, customer, 'openid read'],
    ['openid admin', vendors, acting, 'openid read'],
    ['openid admin', vendors, administrator, 'openid admin'],
    ['openid admin', vendors, { ...administrator, isAsked: false }, 'openid read'],
    ['openid keys', vendors, administrator, 'openid read'],
    ['openid keys admin', vendors, administrator, 'openid keys admin'],
    ['openid', own, customer, 'openid'],
    ['openid', own, acting, 'openid'],
    ['openid', marked, customer, 'openid'],
    ['openid', marked, administrator, 'openid'],
    ['openid keys', marked, { ...customer, isAsked: false }, 'openid keys'],
    ['openid admin', own, customer, 'openid read'],
    ['openid admin', marked, { ...administrator, isAsked: false }, 'openid admin'],
  ])('"%s" by %j from %j is "%s"', (asked, key, grantor, granted) => {
    expect(grantedScope(asked, key, grantor)).toBe(granted);
  });

  it('is never more than was asked for, but for read', () => {
    const subsets = Array.from({ length: 2 ** RESOURCE_SCOPES.length }, (_, bits) =>
      RESOURCE_SCOPES.filter((_name, place) => (bits >> place) % 2 === 1),
    );
    for (const asked of subsets) {
      for (const key of [own, vendors, marked]) {
        for (const grantor of [customer, administrator, acting]) {
          const granted = resourcesIn(grantedScope(['openid', ...asked].join(' '), key, grantor));
          expect(granted.filter((name) => name !== 'read' && !asked.includes(name))).toEqual([]);
          // No scope of endpoints is everything, which nobody gets who asked for some or whose key is not first-party.
          expect(
            granted.length > 0 || (asked.length === 0 && isFirstParty(key, [grantor.userId, grantor.actingUserId])),
          ).toBe(true);
        }
      }
    }
  });
});

describe('the rights of a token', () => {
  it.each([
    ['openid', true, 'Admin', { role: 'Admin' }],
    ['openid', false, 'Admin', { role: 'Customer', limitedTo: ['read'] }],
    ['openid read trade', false, 'Customer', { role: 'Customer', limitedTo: ['read', 'trade'] }],
    ['openid keys', false, 'Admin', { role: 'Customer', limitedTo: [] }],
    ['openid keys', true, 'Admin', { role: 'Customer', limitedTo: ['keys'] }],
    ['openid keys admin', false, 'Admin', { role: 'Admin', limitedTo: ['keys', 'admin'] }],
    ['openid admin', false, 'Customer', { role: 'Customer', limitedTo: ['admin'] }],
    ['openid read', true, 'Admin', { role: 'Customer', limitedTo: ['read'] }],
  ] as const)('of "%s", first-party: %s, of a user of role %s, are %j', (scope, isTrusted, role, rights) => {
    expect(rightsOf({ scope, isFirstParty: isTrusted, role })).toEqual(rights);
  });

  it('are told with what they are by default', () => {
    expect([
      toResponseScope('openid', false),
      toResponseScope('', false),
      toResponseScope('openid trade', false),
      toResponseScope('openid', true),
    ]).toEqual(['openid read', 'read', 'openid trade', 'openid']);
  });
});
