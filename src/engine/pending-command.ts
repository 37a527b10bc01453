/** A command that has ended some of its orders and not all: see `large-commands.ts`. */
import type { PortionedCommand } from './command.js';
import type { Side } from './side.js';

/** Which open orders a command ends; null does not restrict. Orders of `expiring` instruments end whatever their time in force. */
export type OrderSelection = Readonly<{
  accounts: readonly number[] | null;
  instruments: readonly number[] | null;
  side: Side | null;
  expiring: readonly number[];
}>;

/** A command that has ended some of its orders. `lastOrder` is the newest order it can mean, `done` the last one that it has ended. */
export type PendingCommand = Readonly<{
  seq: number;
  actionId: number | null;
  command: PortionedCommand;
  selection: OrderSelection;
  lastOrder: number;
  orders: number;
  done: number;
}>;
