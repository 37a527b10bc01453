/** The scopes that open endpoints; `none` where no scope does. */
export type Scope = 'read' | 'trade' | 'keys' | 'admin' | 'none';

/** What each limited role may do, and whom it is like where it may. */
export const limitedRoles = {
  'a third-party token': { like: 'a customer', scope: 'openid', opens: ['read'] },
  'a third-party token to trade': { like: 'a customer', scope: 'openid trade', opens: ['trade'] },
  'a third-party token for keys': { like: 'a customer', scope: 'openid keys', opens: ['keys'] },
  'an administrator’s third-party token': {
    like: 'a customer',
    scope: 'openid read trade keys',
    opens: ['read', 'trade'],
  },
  'an administrator’s third-party token to administer': {
    like: 'an administrator',
    scope: 'openid read trade keys admin',
    opens: ['read', 'trade', 'keys', 'admin'],
  },
} as const satisfies Readonly<
  Record<string, Readonly<{ like: 'a customer' | 'an administrator'; scope: string; opens: readonly Scope[] }>>
>;

export type LimitedRole = keyof typeof limitedRoles;
