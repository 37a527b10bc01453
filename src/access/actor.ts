/**
 * Who is asking. Built once, by the access guard; every service method that acts takes it first.
 * When an administrator acts for a customer, `userId` is the customer and `actingUserId` the administrator; else both are the user.
 */
export type Actor = Readonly<{
  userId: number;
  actingUserId: number;
  role: Role;
  clientId: string | null;
  scope: readonly string[];
}>;

export type Role = 'Customer' | 'Admin';
