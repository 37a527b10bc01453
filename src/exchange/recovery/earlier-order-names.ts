/**
 * The engine remembers client order ids only since it was built. Commands that are replayed are given the order of the tables which
 * they name, as new ones are.
 */
import type { CommandBody } from '../../engine/command.js';
import type { StoredCommand } from '../journal/batch-encoding.js';
import { addEarlier, findNamedOrder } from '../command-source.js';
import type { ClientOrderAddress, EarlierOrder, StoredBooks } from '../store/exchange-store.js';

export class EarlierOrderNames {
  private constructor(private readonly earlier: ReadonlyMap<string, EarlierOrder>) {}

  /** The orders up to `lastOrder` that the commands name by client order id. */
  static async find(
    stored: Pick<StoredBooks, 'findOrders'>,
    commands: readonly StoredCommand[],
    lastOrder: number,
  ): Promise<EarlierOrderNames> {
    const names = new Map<string, ClientOrderAddress>();
    for (const { body } of commands) {
      const named = findNamedOrder(body);
      if (named !== null) names.set(nameOf(named), named);
    }
    const orders = names.size === 0 ? [] : await stored.findOrders([...names.values()]);
    return new EarlierOrderNames(
      new Map(
        orders
          .filter(({ orderId }) => orderId <= lastOrder)
          .map(({ actionId, orderId, fingerprint, ...address }) => [
            nameOf(address),
            { actionId, orderId, fingerprint },
          ]),
      ),
    );
  }

  /** The command with the order that it names, if there is one. */
  add(body: CommandBody): CommandBody {
    const named = findNamedOrder(body);
    const earlier = named === null ? undefined : this.earlier.get(nameOf(named));
    return earlier === undefined ? body : addEarlier(body, earlier);
  }
}

const nameOf = ({ acctId, clientOrderId }: ClientOrderAddress): string => `${acctId} ${clientOrderId}`;
