import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DateBeforeAccountError } from '../../accounts/account-errors.js';
import { getAccount } from '../../accounts/live-account.js';
import type { EngineAccount } from '../../engine/account.js';
import { type Profit, subtractProfit } from '../../engine/profit-history.js';
import { VALUES_PER_MONEY } from '../../engine/valuation.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { Account } from '../../exchange/ledger/account.entity.js';
import { MoneyValue } from '../../exchange/ledger/money-value.entity.js';
import { PositionClose } from '../../exchange/ledger/position.entity.js';
import { PositionStatement } from '../../exchange/ledger/position-statement.entity.js';
import { findKnownLists, type Instruments, sumProfits, toListedWorth, toWorth } from './day-profit.js';
import { type SessionCloses, StatementClosesService } from './statement-closes.service.js';
import { findListBefore, isWorthShowing, type StatementPosition, toStatementPosition } from './statement-position.js';
import { addDays, findLastClosedDate, requirePast, toLocalDate } from './statement-dates.js';
import { UNTRACKED } from '../../database/unit-of-work.js';

/** An account at the close of a date. */
export type DailyStatement = Readonly<{
  acctId: number;
  currency: string;
  asOf: string;
  isFinal: boolean;
  /** When the sessions of the date close. Null without one. */
  sessionCloses: SessionCloses | null;
  cashBalance: bigint;
  netLiq: bigint;
  profit: Profit;
  baseline: MoneyValue | null;
  previous: string | null;
  next: string | null;
  /** The days before and after, where there are statements of them. */
  days: Readonly<{ before: string | null; after: string | null }>;
  positions: readonly StatementPosition[];
  /** The list that the statement was counted from anew after its sessions had closed. */
  laterList: PositionStatement | null;
}>;

/** The account between two commands, as far as a statement needs it. */
type AccountFacts = Readonly<{
  currency: string;
  timeZone: string;
  now: number;
  lastClosedDate: string;
  /** Closes are kept of these only. */
  held: readonly number[];
  /** The lists of the back office by their dates. */
  lists: EngineAccount['references'];
  instruments: Instruments;
}>;

/** Makes the statement of an account at the close of any past date, from the closes that the exchange has kept. */
@Injectable()
export class DailyStatementService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly closes: StatementClosesService,
  ) {}

  async make(acctId: number, date: string | undefined): Promise<DailyStatement> {
    const facts = await this.loadFacts(acctId);
    const { lastClosedDate, held } = facts;
    const asOf = await this.chooseDate(acctId, date, facts);
    const baseline = await this.em.findOne(
      MoneyValue,
      { acctId, asOf: { $lte: asOf } },
      { ...UNTRACKED, orderBy: { asOf: 'desc', version: 'desc' } },
    );
    const list = findListBefore(facts.lists, asOf);
    const earlier = list && findListBefore(facts.lists, list.asOf);
    const [closes, before, atBaseline, reported, breaks] = await Promise.all([
      this.closes.findCloses(acctId, held, asOf),
      this.closes.findCloses(acctId, held, addDays(asOf, -1)),
      baseline === null ? new Map<number, PositionClose>() : this.closes.findCloses(acctId, held, baseline.asOf),
      this.closes.findReported(acctId, asOf),
      this.closes.findBreaks(acctId, asOf),
    ]);
    const known = [closes, list?.held, reported].flatMap((rows) => [...(rows?.keys() ?? [])]);
    const shown = [...new Set(known)].sort((one, other) => one - other);
    const marks = await this.closes.findMarks(shown, asOf);
    const knownLists = findKnownLists(facts.lists, baseline);
    const worthAt = (id: number, rows: typeof closes, on: string): Profit =>
      toListedWorth(facts.instruments, knownLists, { id, close: rows.get(id), date: on });
    const positions = shown.map((id) => {
      const wonBefore = worthAt(id, before, addDays(asOf, -1));
      return toStatementPosition(facts.instruments, {
        ...{ id, asOf, isFinal: asOf <= lastClosedDate },
        ...{ closes, before, wonBefore, reported, list, earlier, marks, breaks },
        isListInMoney: list !== null && knownLists.has(list.asOf),
      });
    });
    const sinceBaseline = sumProfits(
      baseline === null
        ? shown.map((id) => toWorth(facts.instruments, closes.get(id)))
        : shown.map((id) => subtractProfit(worthAt(id, closes, asOf), worthAt(id, atBaseline, baseline.asOf))),
    );
    const sessionCloses = await this.closes.findSessionCloses(asOf);
    return {
      ...{ acctId, currency: facts.currency, asOf, baseline },
      isFinal: asOf <= lastClosedDate,
      sessionCloses,
      laterList: await this.findLaterList(acctId, sessionCloses, findCountedDates(asOf, list, closes)),
      cashBalance: (baseline?.cashBalance ?? 0n) * VALUES_PER_MONEY + sinceBaseline.realised,
      netLiq: (baseline?.netLiq ?? 0n) * VALUES_PER_MONEY + sinceBaseline.total,
      profit: sumProfits(positions.map(({ profit }) => profit)),
      previous: await this.findCloseDate(acctId, { $lt: asOf }, 'desc'),
      next: await this.findCloseDate(acctId, { $gt: asOf }, 'asc'),
      days: await this.findDays(acctId, asOf, facts),
      positions: positions.filter(isWorthShowing),
    };
  }

  /**
   * Without a date, that of the last close of the account on a date whose sessions have all closed; for an account without a close the
   * last such date, or the date on which it was opened, if it was opened later and nothing had been reported of it by then.
   */
  private async chooseDate(
    acctId: number,
    date: string | undefined,
    { timeZone, now, lastClosedDate }: AccountFacts,
  ): Promise<string> {
    const openedOn = await this.findOpeningDate(acctId, timeZone);
    if (date === undefined) {
      const lastClose = await this.findCloseDate(acctId, { $lte: lastClosedDate }, 'desc');
      if (lastClose !== null) return lastClose;
      return (await this.findFirstRecord(acctId, openedOn)) > lastClosedDate ? openedOn : lastClosedDate;
    }
    requirePast(date, timeZone, now);
    if (date >= openedOn || date > lastClosedDate) return date;
    const reportedFrom = await this.findFirstRecord(acctId, openedOn);
    if (date < reportedFrom) throw new DateBeforeAccountError(date, openedOn, reportedFrom);
    return date;
  }

  private async findOpeningDate(acctId: number, timeZone: string): Promise<string> {
    const { openedAt } = await this.em.findOneOrFail(Account, { id: acctId }, { ...UNTRACKED, fields: ['openedAt'] });
    return toLocalDate(timeZone, openedAt);
  }

  private async findDays(acctId: number, asOf: string, facts: AccountFacts): Promise<DailyStatement['days']> {
    const { timeZone, now, lastClosedDate } = facts;
    const [before, after] = [addDays(asOf, -1), addDays(asOf, 1)];
    const first = await this.findFirstRecord(acctId, await this.findOpeningDate(acctId, timeZone));
    return {
      before: before >= first || before > lastClosedDate ? before : null,
      after: after <= toLocalDate(timeZone, now) ? after : null,
    };
  }

  /** The back office may have reported dates before the account was opened here. */
  private async findFirstRecord(acctId: number, openedOn: string): Promise<string> {
    const oldest = { ...UNTRACKED, fields: ['asOf'], orderBy: { asOf: 'asc' } } as const;
    const dates = await Promise.all([
      this.findCloseDate(acctId, { $lt: openedOn }, 'asc'),
      this.em.findOne(MoneyValue, { acctId }, oldest).then((value) => value?.asOf ?? null),
      this.em.findOne(PositionStatement, { acctId }, oldest).then((statement) => statement?.asOf ?? null),
    ]);
    return dates.reduce<string>((first, date) => (date !== null && date < first ? date : first), openedOn);
  }

  private async findLaterList(
    acctId: number,
    closes: SessionCloses | null,
    dates: readonly string[],
  ): Promise<PositionStatement | null> {
    return closes === null ? null : this.closes.findPostedAfter(acctId, dates, closes.last);
  }

  private loadFacts(acctId: number): Promise<AccountFacts> {
    return this.exchange.look((state) => {
      const { currency, timeZone, holdings, references } = getAccount(state, acctId);
      const now = this.exchange.now();
      const lastClosedDate = findLastClosedDate(state.products.values(), toLocalDate(timeZone, now));
      const held = [...holdings.keys()];
      const lists = new Map(references);
      return { currency, timeZone, now, lastClosedDate, held, lists, instruments: state.instruments };
    });
  }

  private async findCloseDate(
    acctId: number,
    sessionDate: DateCondition,
    order: 'asc' | 'desc',
  ): Promise<string | null> {
    const close = await this.em.findOne(
      PositionClose,
      { acctId, sessionDate },
      { ...UNTRACKED, fields: ['sessionDate'], orderBy: { sessionDate: order } },
    );
    return close?.sessionDate ?? null;
  }
}

/** The dates of the lists that a statement counts: that before its date, and of its own one where that came before the close. */
function findCountedDates(
  asOf: string,
  list: Readonly<{ asOf: string }> | null,
  closes: ReadonlyMap<number, PositionClose>,
): string[] {
  const isOwnCounted = [...closes.values()].some((close) => close.sessionDate === asOf && close.includesList);
  return [...(list === null ? [] : [list.asOf]), ...(isOwnCounted ? [asOf] : [])];
}

type DateCondition = Readonly<{ $lte: string } | { $lt: string } | { $gt: string }>;
