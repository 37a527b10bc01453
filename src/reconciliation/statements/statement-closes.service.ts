import { type EntityClass, type EntityDictionary, EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { UNTRACKED } from '../../database/unit-of-work.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import { ClosingMark } from '../../exchange/ledger/instrument-state.entity.js';
import { PositionStatement, StatedPosition } from '../../exchange/ledger/position-statement.entity.js';
import { PositionClose } from '../../exchange/ledger/position.entity.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { ProductEntity } from '../../instruments/products/product.entity.js';
import { ProductGroupEntity } from '../../instruments/groups/product-group.entity.js';

/** One look into the primary key for each instrument, however many closes there have been. */
const LAST_CLOSES = `
  select c.* from unnest(?::bigint[]) as held (instrument_id) cross join lateral (
    select * from position_closes p where p.acct_id = ? and p.instrument_id = held.instrument_id and p.session_date <= ?
    order by p.session_date desc limit 1) c`;

const LAST_CLOSES_OF = `
  select c.* from unnest(?::bigint[], ?::bigint[], ?::date[]) as held (acct_id, instrument_id, as_of) cross join lateral (
    select * from position_closes p
    where p.acct_id = held.acct_id and p.instrument_id = held.instrument_id and p.session_date <= held.as_of
    order by p.session_date desc limit 1) c`;

/** The close of a position that is sought: the last one up to the date. */
export type CloseKey = Readonly<{ acctId: number; instrumentId: number; asOf: string }>;

const LAST_MARKS = `
  select c.* from unnest(?::bigint[]) as shown (instrument_id) cross join lateral (
    select * from closing_marks m where m.instrument_id = shown.instrument_id and m.session_date <= ?
    order by m.session_date desc limit 1) c`;

/** When the sessions of a date close: the first of the products, and the last. */
export type SessionCloses = Readonly<{ first: number; last: number }>;

/**
 * Reads when the sessions of a date close, and what the closes have left: of an account, of the instruments, and by the
 * back office.
 */
@Injectable()
export class StatementClosesService {
  constructor(private readonly em: EntityManager) {}

  /** By the calendars of the products. Null where no product has a session of the date. */
  async findSessionCloses(date: string): Promise<SessionCloses | null> {
    const [groups, products] = [
      await this.em.find(ProductGroupEntity, {}, UNTRACKED),
      await this.em.find(ProductEntity, {}, UNTRACKED),
    ];
    const byId = new Map(groups.map((group) => [group.id, group]));
    const closes = products.flatMap(
      (product) => byId.get(product.groupId)?.createCalendar(product).findClose(date) ?? [],
    );
    return closes.length === 0 ? null : { first: Math.min(...closes), last: Math.max(...closes) };
  }

  /** The last close of each instrument in the account up to a date. */
  findCloses(
    acctId: number,
    instrumentIds: readonly number[],
    date: string,
  ): Promise<ReadonlyMap<number, PositionClose>> {
    return this.findLast(PositionClose, LAST_CLOSES, [toArray(instrumentIds), acctId, date]);
  }

  /** The same of many accounts, by account. */
  async findClosesOf(keys: readonly CloseKey[]): Promise<ReadonlyMap<number, readonly PositionClose[]>> {
    const em = this.em.fork();
    const rows = await em.execute<EntityDictionary<PositionClose>[]>(LAST_CLOSES_OF, [
      toArray(keys.map(({ acctId }) => acctId)),
      toArray(keys.map(({ instrumentId }) => instrumentId)),
      toArray(keys.map(({ asOf }) => asOf)),
    ]);
    return Map.groupBy(
      rows.map((row) => em.map(PositionClose, row)),
      ({ acctId }) => acctId,
    );
  }

  /** The price of the last session of each instrument that has closed up to a date. */
  findMarks(instrumentIds: readonly number[], date: string): Promise<ReadonlyMap<number, ClosingMark>> {
    return this.findLast(ClosingMark, LAST_MARKS, [toArray(instrumentIds), date]);
  }

  /** The latest list of the back office for this very date; null without one. */
  async findReported(acctId: number, asOf: string): Promise<ReadonlyMap<number, ReferenceHolding> | null> {
    const list = await this.em.findOne(PositionStatement, { acctId, asOf }, { ...UNTRACKED, orderBy: { seq: 'desc' } });
    if (list === null) return null;
    const rows = await this.em.find(StatedPosition, { statementSeq: list.seq }, UNTRACKED);
    return new Map(
      rows.map(({ instrumentId, quantity, price, extraDecimals }) => [
        instrumentId,
        { asOf, quantity, price, extraDecimals },
      ]),
    );
  }

  /** The latest list of these dates, if it was posted after this time. Null without one. */
  async findPostedAfter(acctId: number, dates: readonly string[], time: number): Promise<PositionStatement | null> {
    const where = { acctId, asOf: { $in: [...dates] }, postedAt: { $gt: time } };
    return this.em.findOne(PositionStatement, where, { ...UNTRACKED, orderBy: { seq: 'desc' } });
  }

  /** The latest break of each instrument of the account on this very date. */
  async findBreaks(acctId: number, asOf: string): Promise<ReadonlyMap<number, ReconciliationBreak>> {
    const breaks = await this.em.find(ReconciliationBreak, { acctId, asOf }, { ...UNTRACKED, orderBy: { id: 'asc' } });
    return new Map(breaks.map((broken) => [broken.instrumentId, broken]));
  }

  private async findLast<Row extends Readonly<{ instrumentId: number }>>(
    entity: EntityClass<Row>,
    statement: string,
    parameters: readonly unknown[],
  ): Promise<ReadonlyMap<number, Row>> {
    const em = this.em.fork();
    const rows = await em.execute<EntityDictionary<Row>[]>(statement, parameters);
    return new Map(rows.map((row) => em.map(entity, row)).map((row) => [row.instrumentId, row]));
  }
}

const toArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;
