import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { Instrument } from '../engine/instrument.js';
import type { State } from '../engine/state.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { type InstrumentDetails, InstrumentsService } from '../instruments/instruments.service.js';
import type { InstrumentStatus } from '../instruments/reference-definitions.js';
import { ProductGroupsService } from '../instruments/groups/product-groups.service.js';
import type { HaltScope } from './halts.dto.js';

/** What a halt meets: working orders, stops among them, and the accounts that have orders or positions. */
type HaltImpact = Readonly<{ workingOrders: number; stops: number; accounts: number; positions: number }>;

/** The instruments that a halt or a resumption would change, with the impact on all of them, and the other ones that were named. */
export type HaltPlan = HaltImpact &
  Readonly<{
    status: 'Open' | 'Halted';
    scope: HaltScope;
    groupName: string | null;
    instruments: readonly InstrumentDetails[];
    others: readonly InstrumentDetails[];
  }>;

export type ListedHalt = InstrumentDetails & Pick<HaltImpact, 'workingOrders'>;

/** More than any venue lists. */
const ALL = { size: 10_000, after: null } as const;

/** A symbol may be that of expired instruments as well. */
const NOT_EXPIRED = { statuses: ['Open', 'Halted', 'Closed'] } as const;

/** Measures the impact of halts before they are confirmed. */
@Injectable()
export class HaltsService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly instruments: InstrumentsService,
    private readonly groups: ProductGroupsService,
    private readonly clock: VenueClockService,
  ) {}

  /** Everything that is open or halted, with the number of working orders. */
  async list(actor: Actor): Promise<readonly ListedHalt[]> {
    const listed = await this.instruments.list(actor, { ...ALL, statuses: ['Open', 'Halted'] });
    return this.exchange.look(({ instruments }) =>
      listed.map((details) => {
        const instrument = instruments.get(details.instrument.id);
        return { ...details, workingOrders: instrument === undefined ? 0 : countOrders(instrument) };
      }),
    );
  }

  async plan(actor: Actor, status: 'Open' | 'Halted', scope: HaltScope): Promise<HaltPlan> {
    const { concerned: instruments = [], others = [] } = Object.groupBy(
      await this.listScope(actor, status === 'Open' ? 'Halted' : 'Open', scope),
      ({ instrument }) => (isChangeable(instrument.getStatusAt(this.clock.now()), status) ? 'concerned' : 'others'),
    );
    const ids = instruments.map(({ instrument: { id } }) => id);
    const impact = await this.exchange.look((state) => measure(state, find(state, ids)));
    const group = scope.kind === 'group' ? (await this.groups.get(actor, scope.groupId)).group : null;
    return { ...impact, status, scope, groupName: group?.name ?? null, instruments, others };
  }

  /** Named instruments in any status; otherwise those that have the other status. */
  private async listScope(
    actor: Actor,
    status: 'Open' | 'Halted',
    scope: HaltScope,
  ): Promise<readonly InstrumentDetails[]> {
    if (scope.kind === 'nothing') return [];
    if (scope.kind === 'symbol') return this.instruments.list(actor, { ...ALL, ...NOT_EXPIRED, symbol: scope.symbol });
    if (scope.kind === 'instruments') return this.instruments.list(actor, { ...ALL, ids: scope.ids });
    const listed = await this.instruments.list(actor, {
      ...{ ...ALL, statuses: [status] },
      ...(scope.kind === 'group' && { groupId: scope.groupId }),
    });
    return scope.kind === 'reason'
      ? listed.filter(({ instrument }) => instrument.statusReason === scope.reason)
      : listed;
  }
}

/** What is closed is opened where it is named. */
const isChangeable = (current: InstrumentStatus, status: 'Open' | 'Halted'): boolean =>
  status === 'Halted' ? current === 'Open' : current === 'Halted' || current === 'Closed';

/** Those that the exchange has received. */
const find = (state: State, ids: readonly number[]): Instrument[] =>
  ids.flatMap((id) => state.instruments.get(id) ?? []);

const countOrders = ({ book, stops }: Instrument): number =>
  book.bids.countOrders() + book.asks.countOrders() + stops.countOrders();

/** Reads the columns of the orders only, as a halt may meet a million of them. */
function measure(state: State, instruments: readonly Instrument[]): HaltImpact {
  const owners = new Set<number>();
  const holders = new Set<number>();
  const impact = { workingOrders: 0, stops: 0 };
  for (const { id, book, stops } of instruments) {
    for (const queue of [book.bids, book.asks, stops])
      for (const slot of queue.queue()) {
        impact.workingOrders += 1;
        if (queue === stops) impact.stops += 1;
        owners.add(state.pool.account[slot] as number);
      }
    for (const account of state.accounts.values())
      if ((account.holdings.get(id)?.quantity ?? 0) !== 0) holders.add(account.id);
  }
  return { ...impact, accounts: owners.size, positions: holders.size };
}
