import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { canViewAllAccounts } from '../accounts/account-rights.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { type LiveAccount, toLiveAccount } from '../accounts/live-account.js';
import { type LivePosition, listLivePositions } from '../accounts/positions/live-position.js';
import type { EngineAccount } from '../engine/account.js';
import type { Side } from '../engine/side.js';
import type { State } from '../engine/state.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { Order } from '../exchange/ledger/order.entity.js';
import { countDecimals, formatDecimal } from '../money/decimal.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { FillsService } from '../orders/lists/fills.service.js';
import type { OrderRecord } from '../orders/order-record.js';

/** What needs attention among accounts: how many of them there are, are disabled, differ from their lists, or count money and positions from other dates. */
export type AttentionCounts = Readonly<{
  accounts: number;
  disabled: number;
  broken: number;
  breaks: number;
  mismatched: number;
}>;

/** An instrument in which trading is halted: how many orders work there, and whether anything is held. */
type HaltedInstrument = Readonly<{ instrumentId: number; orders: number; isHeld: boolean }>;

export type OverviewData = Readonly<{
  accounts: readonly LiveAccount[];
  /** How many more of their accounts there are. */
  moreAccounts: number;
  positions: readonly LivePosition[];
  orders: readonly OrderRecord[];
  openOrders: number;
  fills: readonly Fill[];
  /** Of the prices of each instrument that is shown. */
  decimals: ReadonlyMap<number, number>;
  breaks: ReadonlyMap<number, number>;
  /** Where trading is halted and they have something to lose. */
  halted: readonly HaltedInstrument[];
  /** Of all accounts, for those who can view them. */
  service: AttentionCounts | null;
}>;

/** An overview is looked at from above: who wants all of it opens the lists. */
const ACCOUNTS_MAX = 12;
const POSITIONS_MAX = 25;
const LATEST_MAX = 8;

const LATEST_FILLS = `
  (select id, 'Buy' as side from trades where buy_acct_id = any(?) order by id desc limit ?)
  union all (select id, 'Sell' as side from trades where sell_acct_id = any(?) order by id desc limit ?) order by id desc, side limit ?`;

/** The first page of a user: the accounts at this moment, working orders, fills, and what needs attention. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly accounts: AccountsService,
    private readonly fills: FillsService,
  ) {}

  async load(actor: Actor): Promise<OverviewData> {
    const ids = [...(await this.accounts.findVisibleAccounts(actor))];
    const live = await this.exchange.look((state) => readState(state, ids, actor));
    const [orders, fills] = [await this.latestOrders(ids), await this.latestFills(ids)];
    const shown = [...live.positions, ...orders.map(({ row }) => row), ...fills.map(({ trade }) => trade)].map(
      ({ instrumentId }) => instrumentId,
    );
    const decimals = await this.exchange.look((state) => findTickDecimals(state, shown));
    return { ...live, orders, fills, decimals };
  }

  private async latestOrders(ids: readonly number[]): Promise<OrderRecord[]> {
    if (ids.length === 0) return [];
    const orders = await this.em.find(
      Order,
      { acctId: { $in: [...ids] }, status: 'Open' },
      { orderBy: { id: 'desc' }, limit: LATEST_MAX, disableIdentityMap: true },
    );
    const instruments = await this.exchange.loadInstruments();
    return orders.map((row) => ({ row, ...instruments.getFacts(row.instrumentId) }));
  }

  private async latestFills(ids: readonly number[]): Promise<Fill[]> {
    if (ids.length === 0) return [];
    const accounts = `{${ids.join(',')}}`;
    const found = await this.em.execute<{ id: string; side: Side }[]>(LATEST_FILLS, [
      accounts,
      LATEST_MAX,
      accounts,
      LATEST_MAX,
      LATEST_MAX,
    ]);
    const fills = await this.fills.loadFills(found.map(({ id, side }) => ({ id: Number(id), side })));
    return fills.sort((one, other) => other.trade.id - one.trade.id || one.side.localeCompare(other.side));
  }
}

/** As many as a tick has. */
function findTickDecimals({ instruments }: State, ids: readonly number[]): Map<number, number> {
  return new Map(
    ids.flatMap((id) => {
      const terms = instruments.get(id)?.product.terms;
      return terms === undefined ? [] : [[id, countDecimals(formatDecimal(terms.tick, terms.scale))] as const];
    }),
  );
}

function readState(
  state: State,
  ids: readonly number[],
  actor: Actor,
): Omit<OverviewData, 'orders' | 'fills' | 'decimals'> {
  const accounts = ids.flatMap((id) => state.accounts.get(id) ?? []);
  const everything = { size: Infinity, after: null, acctIds: undefined, instrumentIds: undefined };
  const held = listLivePositions(state, ids, everything).filter(({ quantity }) => quantity !== 0);
  return {
    accounts: accounts.slice(0, ACCOUNTS_MAX).map((account) => toLiveAccount(account, actor)),
    moreAccounts: Math.max(0, accounts.length - ACCOUNTS_MAX),
    positions: held.slice(0, POSITIONS_MAX),
    openOrders: accounts.reduce((sum, { openOrders }) => sum + openOrders.size, 0),
    halted: findHaltedInstruments(state, accounts, new Set(held.map(({ instrumentId }) => instrumentId))),
    breaks: new Map(accounts.flatMap(({ id, openBreaks }) => (openBreaks.size === 0 ? [] : [[id, openBreaks.size]]))),
    service: canViewAllAccounts(actor) ? countAttention([...state.accounts.values()]) : null,
  };
}

/** A halt is rare: orders are looked through only while there is one. */
function findHaltedInstruments(
  state: State,
  accounts: readonly EngineAccount[],
  held: ReadonlySet<number>,
): HaltedInstrument[] {
  const halted = [...state.instruments.values()].filter(({ givenStatus }) => givenStatus === 'Halted');
  if (halted.length === 0) return [];
  const working = new Map<number, number>();
  for (const { instrument } of accounts.flatMap((account) => state.listAccountOrders(account)))
    working.set(instrument.id, (working.get(instrument.id) ?? 0) + 1);
  return halted
    .map(({ id }) => ({ instrumentId: id, orders: working.get(id) ?? 0, isHeld: held.has(id) }))
    .filter(({ orders, isHeld }) => orders > 0 || isHeld);
}

function countAttention(accounts: readonly EngineAccount[]): AttentionCounts {
  const countOf = (isCounted: (account: EngineAccount) => boolean): number => accounts.filter(isCounted).length;
  return {
    accounts: accounts.length,
    disabled: countOf(({ isEnabled }) => !isEnabled),
    broken: countOf(({ openBreaks }) => openBreaks.size > 0),
    breaks: accounts.reduce((sum, { openBreaks }) => sum + openBreaks.size, 0),
    mismatched: countOf(
      ({ baseline, referenceDate }) => baseline !== null && referenceDate !== null && baseline.asOf !== referenceDate,
    ),
  };
}
