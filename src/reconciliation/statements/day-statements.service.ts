import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { getAccount } from '../../accounts/live-account.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import type { EngineAccount } from '../../engine/account.js';
import { NO_PROFIT, type Profit, subtractProfit } from '../../engine/profit-history.js';
import type { State } from '../../engine/state.js';
import { VALUES_PER_MONEY } from '../../engine/valuation.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { Account } from '../../exchange/ledger/account.entity.js';
import { MoneyValue } from '../../exchange/ledger/money-value.entity.js';
import { PositionStatement } from '../../exchange/ledger/position-statement.entity.js';
import { PositionClose } from '../../exchange/ledger/position.entity.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { findKnownLists, type Instruments, sumProfits, toListedWorth, toWorth } from './day-profit.js';
import { type CloseKey, StatementClosesService } from './statement-closes.service.js';
import { addDays, findLastClosedDate, requirePast, toLocalDate } from './statement-dates.js';

/** The values of an account at the close of a date, as its statement of that date has them. */
export type DayStatement = Readonly<{
  acctId: number;
  currency: string;
  asOf: string;
  isFinal: boolean;
  cashBalance: bigint;
  netLiq: bigint;
  profit: Profit;
  openBreaks: number;
}>;

type DayStatementFilter = Readonly<{
  size: number;
  after: number | null;
  asOf: string | undefined;
  containing: string | undefined;
  /** The owners whose accounts the list has not. */
  leftOut: ReadonlySet<number>;
}>;

/** An account between two commands. Closes are kept of the instruments that it holds or has held. */
type ListedAccount = Readonly<{
  id: number;
  currency: string;
  lastClosedDate: string;
  held: readonly number[];
  lists: EngineAccount['references'];
}>;

type Balances = ReadonlyMap<number, Pick<MoneyValue, 'asOf' | 'cashBalance' | 'netLiq'>>;

/** The statements of one date: the same figures as those of single accounts, read for all accounts of a page at once. */
@Injectable()
export class DayStatementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly accounts: AccountsService,
    private readonly closes: StatementClosesService,
  ) {}

  /** In the order of the accounts, without those that were opened later and had not been reported by then. */
  async list(
    actor: Actor,
    { size, after, asOf: date, containing, leftOut }: DayStatementFilter,
  ): Promise<Readonly<{ asOf: string; isToday: boolean; statements: readonly DayStatement[] }>> {
    const readable = await this.accounts.findReadableWithout(actor, leftOut, containing);
    const { asOf, isToday, instruments, listed } = await this.exchange.look((state) => {
      const today = toLocalDate('UTC', this.exchange.now());
      const chosen = date ?? findLastClosedDate(state.products.values(), today);
      requirePast(chosen, 'UTC', this.exchange.now());
      const known = [...(readable === 'all' ? state.accounts.keys() : readable)].sort((one, other) => one - other);
      return {
        ...{ asOf: chosen, isToday: chosen === today, instruments: state.instruments },
        listed: known.map((id) => this.toListed(state, id)),
      };
    });
    const existing = await this.findExisting(listed, asOf);
    const page = listed.filter(({ id }) => id > (after ?? 0) && existing.has(id)).slice(0, size);
    return { asOf, isToday, statements: await this.make(page, { asOf, instruments }) };
  }

  private toListed(state: State, id: number): ListedAccount {
    const { currency, timeZone, holdings, references } = getAccount(state, id);
    const today = toLocalDate(timeZone, this.exchange.now());
    return {
      ...{ id, currency, held: [...holdings.keys()], lists: new Map(references) },
      lastClosedDate: findLastClosedDate(state.products.values(), today),
    };
  }

  private async make(
    listed: readonly ListedAccount[],
    { asOf, instruments }: Readonly<{ asOf: string; instruments: Instruments }>,
  ): Promise<DayStatement[]> {
    const balances = await this.findBalances(
      listed.map(({ id }) => id),
      asOf,
    );
    const toKeys = (dateOf: (id: number) => string | undefined): CloseKey[] =>
      listed.flatMap(({ id: acctId, held }) => {
        const on = dateOf(acctId);
        return on === undefined ? [] : held.map((instrumentId) => ({ acctId, instrumentId, asOf: on }));
      });
    const [closes, before, atBalance, breaks] = [
      await this.closes.findClosesOf(toKeys(() => asOf)),
      await this.closes.findClosesOf(toKeys(() => addDays(asOf, -1))),
      await this.closes.findClosesOf(toKeys((id) => balances.get(id)?.asOf)),
      await this.countBreaks(listed, asOf),
    ];
    return listed.map(({ id, currency, lastClosedDate, held, lists }) => {
      const balance = balances.get(id);
      const knownLists = findKnownLists(lists, balance);
      const profits = held.map((instrumentId) => {
        const findClose = (rows: typeof closes): PositionClose | undefined =>
          rows.get(id)?.find((row) => row.instrumentId === instrumentId);
        const worthAt = (rows: typeof closes, date: string): Profit =>
          toListedWorth(instruments, knownLists, { id: instrumentId, close: findClose(rows), date });
        const close = findClose(closes);
        return {
          day:
            close?.sessionDate === asOf
              ? subtractProfit(toWorth(instruments, close), worthAt(before, addDays(asOf, -1)))
              : NO_PROFIT,
          since:
            balance === undefined
              ? toWorth(instruments, close)
              : subtractProfit(worthAt(closes, asOf), worthAt(atBalance, balance.asOf)),
        };
      });
      const since = sumProfits(profits.map((profit) => profit.since));
      return {
        ...{ acctId: id, currency, asOf, isFinal: asOf <= lastClosedDate, openBreaks: breaks.get(id) ?? 0 },
        cashBalance: (balance?.cashBalance ?? 0n) * VALUES_PER_MONEY + since.realised,
        netLiq: (balance?.netLiq ?? 0n) * VALUES_PER_MONEY + since.total,
        profit: sumProfits(profits.map(({ day }) => day)),
      };
    });
  }

  /** The latest money values up to the date. */
  private async findBalances(ids: readonly number[], asOf: string): Promise<Balances> {
    const found = await this.em
      .createQueryBuilder(MoneyValue)
      .select(['acctId', 'asOf', 'cashBalance', 'netLiq'])
      .distinctOn('acctId')
      .where({ acctId: { $in: [...ids] }, asOf: { $lte: asOf } })
      .orderBy({ acctId: 'asc', asOf: 'desc', version: 'desc' })
      .execute<Record<'acctId' | 'asOf' | 'cashBalance' | 'netLiq', string>[]>('all');
    return new Map(
      found.map(({ acctId, asOf: date, cashBalance, netLiq }) => [
        Number(acctId),
        { asOf: date, cashBalance: BigInt(cashBalance), netLiq: BigInt(netLiq) },
      ]),
    );
  }

  /** The open breaks of lists up to the date. */
  private async countBreaks(listed: readonly ListedAccount[], asOf: string): Promise<ReadonlyMap<number, number>> {
    const counts = await this.em.countBy(ReconciliationBreak, 'acctId', {
      where: { acctId: { $in: listed.map(({ id }) => id) }, status: 'Open', asOf: { $lte: asOf } },
    });
    return new Map(Object.entries(counts).map(([acctId, count]) => [Number(acctId), count]));
  }

  /**
   * The accounts that were opened by the end of the date in UTC, or were reported for it or before, or traded: where a session ends after
   * midnight in UTC, an account can be opened and trade in it on the next date.
   */
  private async findExisting(listed: readonly ListedAccount[], asOf: string): Promise<ReadonlySet<number>> {
    const ids = listed.map(({ id }) => id);
    const opened = await this.em.find(
      Account,
      { id: { $in: ids }, openedAt: { $lt: Date.parse(addDays(asOf, 1)) } },
      { ...UNTRACKED, fields: ['id'] },
    );
    const existing = new Set(opened.map(({ id }) => id));
    const later = ids.filter((id) => !existing.has(id));
    if (later.length === 0) return existing;
    const [lists, closes] = [
      await this.em.countBy(PositionStatement, 'acctId', { where: { acctId: { $in: later }, asOf: { $lte: asOf } } }),
      await this.em.countBy(PositionClose, 'acctId', {
        where: { acctId: { $in: later }, sessionDate: { $lte: asOf } },
      }),
    ];
    const balances = await this.findBalances(later, asOf);
    return new Set([...existing, ...balances.keys(), ...Object.keys({ ...lists, ...closes }).map(Number)]);
  }
}
