import { Injectable } from '@nestjs/common';
import { OPERATOR } from '../access/actor.js';
import { ExchangeService } from '../exchange/exchange.service.js';

/** An account, and the user as whom an order or an order action in it was given. */
export type AccountUse = Readonly<{ acctId: number | null; userId: number | null }>;

/**
 * Finds the customers of what administrators do as themselves. To programs, such an order is the administrator's (`user_id`): only the
 * role permitted it. Pages and the audit log name the owner of the account, for whom it was.
 */
@Injectable()
export class AccountCustomersService {
  constructor(private readonly exchange: ExchangeService) {}

  /** For each use the owner of the account; null where the user owns it or was granted it, and for the service itself. */
  async findCustomers(uses: readonly AccountUse[]): Promise<readonly (number | null)[]> {
    return this.exchange.look(({ accounts }) =>
      uses.map(({ acctId, userId }) => {
        const account = acctId === null ? undefined : accounts.get(acctId);
        if (account === undefined || userId === null || userId === OPERATOR.userId) return null;
        return account.ownerId === userId || account.grants.has(userId) ? null : account.ownerId;
      }),
    );
  }
}
