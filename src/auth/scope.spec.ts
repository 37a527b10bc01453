import { RESOURCE_SCOPES, parseResourceScopes } from '../access/actor.js';
import { isFirstParty } from '../clients/client.entity.js';
import { computeGrantedScope, toTokenRights, toResponseScope } from './scope.js';

const ADA = 1;
const BOB = 2;
const ADMIN = 3;

const ownClient = { ownerId: ADA, firstParty: false };
const vendorClient = { ownerId: BOB, firstParty: false };
const firstPartyClient = { ownerId: BOB, firstParty: true };
const customer = { userId: ADA, actingUserId: ADA, role: 'Customer', isInteractive: true } as const;
const administrator = { userId: ADMIN, actingUserId: ADMIN, role: 'Admin', isInteractive: true } as const;
const acting = { userId: ADA, actingUserId: ADMIN, role: 'Customer', isInteractive: true } as const;

describe('granted scope', () => {
  it.each([
    ['openid', vendorClient, customer, 'openid read'],
    ['openid email', vendorClient, customer, 'openid email read'],
    ['', vendorClient, customer, 'read'],
    ['openid trade', vendorClient, customer, 'openid trade'],
    ['openid keys', vendorClient, customer, 'openid keys'],
    ['openid keys', vendorClient, { ...customer, isInteractive: false }, 'openid read'],
    ['openid admin', vendorClient, customer, 'openid read'],
    ['openid admin', vendorClient, acting, 'openid read'],
    ['openid admin', vendorClient, administrator, 'openid admin'],
    ['openid admin', vendorClient, { ...administrator, isInteractive: false }, 'openid read'],
    ['openid keys', vendorClient, administrator, 'openid read'],
    ['openid keys admin', vendorClient, administrator, 'openid keys admin'],
    ['openid', ownClient, customer, 'openid'],
    ['openid', ownClient, acting, 'openid'],
    ['openid', firstPartyClient, customer, 'openid'],
    ['openid', firstPartyClient, administrator, 'openid'],
    ['openid keys', firstPartyClient, { ...customer, isInteractive: false }, 'openid keys'],
    ['openid admin', ownClient, customer, 'openid read'],
    ['openid admin', firstPartyClient, { ...administrator, isInteractive: false }, 'openid admin'],
  ])('"%s" by %j from %j is "%s"', (requested, client, grantor, granted) => {
    expect(computeGrantedScope(requested, client, grantor)).toBe(granted);
  });

  it('is at most the requested scope, or read', () => {
    const subsets = Array.from({ length: 2 ** RESOURCE_SCOPES.length }, (_, bits) =>
      RESOURCE_SCOPES.filter((_name, place) => (bits >> place) % 2 === 1),
    );
    for (const requested of subsets) {
      for (const client of [ownClient, vendorClient, firstPartyClient]) {
        for (const grantor of [customer, administrator, acting]) {
          const granted = parseResourceScopes(computeGrantedScope(['openid', ...requested].join(' '), client, grantor));
          expect(granted.filter((name) => name !== 'read' && !requested.includes(name))).toEqual([]);
          // No scope of endpoints is everything, which nobody gets who asked for some or whose key is not first-party.
          expect(
            granted.length > 0 ||
              (requested.length === 0 && isFirstParty(client, [grantor.userId, grantor.actingUserId])),
          ).toBe(true);
        }
      }
    }
  });
});

describe('token rights', () => {
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
    expect(toTokenRights({ scope, isFirstParty: isTrusted, role })).toEqual(rights);
  });

  it('are named in responses with the default scope', () => {
    expect([
      toResponseScope('openid', false),
      toResponseScope('', false),
      toResponseScope('openid trade', false),
      toResponseScope('openid', true),
    ]).toEqual(['openid read', 'read', 'openid trade', 'openid']);
  });
});
