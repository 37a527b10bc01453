/**
 * The engine remembers client order ids only since it was built. Commands that are replayed are given the order of the tables which
 * they name, as new ones are.
 */
import type { CommandBody } from '../../engine/command.js';
import type { StoredCommand } from '../journal/batch-encoding.js';
import type { ClientOrderAddress, EarlierOrder, StoredBooks } from '../store/exchange-store.js';

type NamedCommand = CommandBody & ClientOrderAddress & Readonly<{ earlier?: EarlierOrder }>;

export class EarlierOrderNames {
  private constructor(private readonly earlier: ReadonlyMap<string, EarlierOrder>) {}

  /** The orders up to `lastOrder` that the commands name by client order id. */
  static async find(
    stored: StoredBooks,
    commands: readonly StoredCommand[],
    lastOrder: number,
  ): Promise<EarlierOrderNames> {
    const names = new Map<string, ClientOrderAddress>();
    for (const { body } of commands)
      if (isNamed(body)) names.set(nameOf(body), { acctId: body.acctId, clientOrderId: body.clientOrderId });
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
    const earlier = isNamed(body) ? this.earlier.get(nameOf(body)) : undefined;
    return earlier === undefined ? body : ({ ...body, earlier } as CommandBody);
  }
}

const isNamed = (body: CommandBody): body is NamedCommand =>
  'clientOrderId' in body && body.clientOrderId !== null && 'acctId' in body && body.acctId !== null;

const nameOf = ({ acctId, clientOrderId }: ClientOrderAddress): string => `${acctId} ${clientOrderId}`;
