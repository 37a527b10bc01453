import { EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import type { CommandSource } from '../../exchange/command-source.js';
import type { CommandResult } from '../../exchange/commit-loop.js';
import { MoneyValue } from '../../exchange/ledger/money-value.entity.js';
import { parseAmount } from '../../money/amount.js';
import { AccountWritingService } from '../../accounts/account-writing.service.js';
import type { AuditedAction } from '../../audit/audit-writing.js';
import { getAccount } from '../../accounts/live-account.js';
import type { NewMoneyValues } from './money-values.dto.js';
import { requirePast } from '../statements/statement-dates.js';
import { StatementFactsService } from '../statements/statement-facts.service.js';
import type { PostedMoneyValue } from '../stated.js';

export type MoneyFilter = Readonly<
  {
    size: number;
    after: number | null;
    asOf: string | undefined;
    versions: 'latest' | 'all';
    order: 'asc' | 'desc';
  } & DateSpan
>;

/** An inclusive range of dates. An omitted end is unbounded. */
type DateSpan = Readonly<{ from?: string | undefined; to?: string | undefined }>;

/** The latest version of one close. */
export type CurvePoint = Readonly<{ asOf: string; netLiq: bigint; cashBalance: bigint }>;

/** The most points of a chart. With more closes, each point stands for several. */
const POINTS_MAX = 400;

const LATEST =
  '(select max(other.version) from money_values other where other.acct_id = m0.acct_id and other.as_of = m0.as_of)';

/** The money values of accounts, as reported by the back office. */
@Injectable()
export class MoneyValuesService {
  constructor(
    private readonly em: EntityManager,
    private readonly writing: AccountWritingService,
    private readonly facts: StatementFactsService,
  ) {}

  /** In the order in which they were posted, or in reverse. */
  async list(
    acctId: number,
    { size, after, asOf, from, to, versions, order }: MoneyFilter,
  ): Promise<PostedMoneyValue[]> {
    const where: FilterQuery<MoneyValue>[] = [{ acctId }];
    if (after !== null) where.push({ seq: order === 'asc' ? { $gt: after } : { $lt: after } });
    if (asOf !== undefined) where.push({ asOf });
    if (from !== undefined) where.push({ asOf: { $gte: from } });
    if (to !== undefined) where.push({ asOf: { $lte: to } });
    if (versions === 'latest') where.push({ version: raw(LATEST) });
    const values = await this.em.find(
      MoneyValue,
      { $and: where },
      { ...UNTRACKED, orderBy: { seq: order }, limit: size },
    );
    const posterOf = await this.facts.findPosters(values);
    return values.map((value) => ({ value, postedBy: posterOf(value.seq) }));
  }

  /** The points of the chart: the latest version of each close in the range, in the order of dates. */
  async listCurve(acctId: number, { from = '0001-01-01', to = '9999-12-31' }: DateSpan): Promise<CurvePoint[]> {
    const found = await this.em
      .createQueryBuilder(MoneyValue)
      .select(['asOf', 'netLiq', 'cashBalance'])
      .distinctOn('asOf')
      .where({ acctId, asOf: { $gte: from, $lte: to } })
      .orderBy({ asOf: 'asc', version: 'desc' })
      .execute<Record<'asOf' | 'netLiq' | 'cashBalance', string>[]>('all');
    const step = Math.max(1, Math.ceil(found.length / POINTS_MAX));
    return found
      .filter((_, at) => at === 0 || at === found.length - 1 || (at + 1) % step === 0)
      .map(({ asOf, netLiq, cashBalance }) => ({ asOf, netLiq: BigInt(netLiq), cashBalance: BigInt(cashBalance) }));
  }

  /** Earlier values of the same date are kept as earlier versions. `isRepeated` is true if the latest values are the same. */
  async post(
    actor: Actor,
    acctId: number,
    { cash_balance: cash, net_liq: net, as_of: asOf }: NewMoneyValues,
  ): Promise<PostedMoneyValue & Readonly<{ isRepeated: boolean }>> {
    const [cashBalance, netLiq] = [parsePostedAmount(cash), parsePostedAmount(net)];
    const command: CommandSource = (state) => {
      requirePast(asOf, getAccount(state, acctId).timeZone, this.facts.now());
      return { type: 'StateMoney', acctId, asOf, cashBalance, netLiq };
    };
    const { version, isRepeated } = findPosting(
      await this.writing.execute(actor, command, (executed) => createAuditNote(executed, acctId)),
    );
    const value = await this.em.findOneOrFail(MoneyValue, { acctId, asOf, version }, UNTRACKED);
    const posterOf = await this.facts.findPosters([value]);
    return { value, postedBy: posterOf(value.seq), isRepeated };
  }
}

function findPosting({ events }: CommandResult): Readonly<{ asOf: string; version: number; isRepeated: boolean }> {
  for (const event of events) if (event.type === 'MoneyStated') return { ...event.money, isRepeated: event.isRepeated };
  throw new Error('The exchange returned no MoneyStated event for StateMoney.');
}

/** Repeated values change nothing, so they get no audit entry. */
function createAuditNote(executed: CommandResult, acctId: number): AuditedAction | null {
  const { asOf, version, isRepeated } = findPosting(executed);
  return isRepeated
    ? null
    : { action: 'account.money_stated', subject: ['account', acctId], changes: { as_of: asOf, version } };
}

function parsePostedAmount(written: number | string): bigint {
  const amount = parseAmount(written);
  if (amount === null) throw new RangeError(`amount ${written} is no decimal number; the DTO should reject it`);
  return amount;
}
