import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { PositionStatement } from '../../exchange/ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { StatedPosition } from '../../exchange/ledger/stated-position.entity.js';
import { AccountAccess } from '../account-access.service.js';
import { UnknownBreak } from '../account-errors.js';
import { StatementRights } from './statement-rights.service.js';

/** What a list says of the instrument: what it leaves out is flat, at no price. */
export type ListSide = Readonly<{ statement: PositionStatement; quantity: number; price: number | null }>;
type SessionTrades = Readonly<{ sessionDate: string; trades: number; quantity: number }>;

/** Both sides of a break: what the back office says, and what the books are made of. */
export type BreakSides = Readonly<{
  broken: ReconciliationBreak;
  list: ListSide | null;
  before: ListSide | null;
  sessions: readonly SessionTrades[];
  heldNow: number;
  scale: number;
  maySpeak: boolean;
}>;

const LOOSE = { disableIdentityMap: true } as const;

const TRADED = `
  select session_date::text as date, count(*) as trades, sum(case when buy_acct_id = ? then quantity else 0 end - case when sell_acct_id = ? then quantity else 0 end) as quantity
  from trades where instrument_id = ? and (buy_acct_id = ? or sell_acct_id = ?) and session_date <= ?::date and session_date > ?::date
  group by session_date order by session_date`;

/** Looks up what stands behind a difference. */
@Injectable()
export class BreakSidesService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccess,
    private readonly rights: StatementRights,
    private readonly exchange: ExchangeService,
  ) {}

  async of(actor: Actor, id: number): Promise<BreakSides> {
    const broken = await this.em.findOne(ReconciliationBreak, { id }, LOOSE);
    if (broken === null || !(await this.access.mayRead(actor, broken.acctId))) throw new UnknownBreak();
    const { acctId, instrumentId, asOf } = broken;
    const list = await this.side(await this.em.findOne(PositionStatement, { acctId, asOf }, { ...LOOSE, orderBy: { seq: 'desc' } }), instrumentId);
    const earlier = await this.em.findOne(PositionStatement, { acctId, asOf: { $lt: asOf } }, { ...LOOSE, orderBy: { asOf: 'desc', seq: 'desc' } });
    const since = earlier?.asOf ?? '0001-01-01';
    const sessions = await this.em.execute<{ date: string; trades: string; quantity: string }[]>(TRADED, [acctId, acctId, instrumentId, acctId, acctId, asOf, since]);
    const scaleOf = await this.exchange.scales();
    return {
      ...{ broken, list, before: await this.side(earlier, instrumentId), scale: scaleOf(instrumentId) },
      sessions: sessions.map(({ date, trades, quantity }) => ({ sessionDate: date, trades: Number(trades), quantity: Number(quantity) })),
      heldNow: await this.exchange.look(({ accounts }) => accounts.get(acctId)?.holdings.get(instrumentId)?.quantity ?? 0),
      maySpeak: await this.rights.maySpeak(actor, acctId),
    };
  }

  private async side(statement: PositionStatement | null, instrumentId: number): Promise<ListSide | null> {
    if (statement === null) return null;
    const row = await this.em.findOne(StatedPosition, { statementSeq: statement.seq, instrumentId }, LOOSE);
    return { statement, quantity: row?.quantity ?? 0, price: row?.price ?? null };
  }
}
