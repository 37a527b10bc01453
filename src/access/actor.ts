/**
 * Who is asking. Built once, by the access guard; every service method that acts takes it first.
 * `onBehalfOf` is set when an administrator acts for a customer: then `userId` is the customer, `actingUserId` the administrator.
 */
export type Actor = Readonly<{
  userId: number;
  actingUserId: number;
  role: Role;
  clientId: string | null;
  scope: readonly string[];
}>;

export type Role = 'Customer' | 'Admin';
