/** Loads groups, products and instruments as the venue knew them, and accounts with their limits, grants and statements. */
import type { TableCatalog } from '../../database/entity-statements.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { parseTerms } from '../command-text.js';
import { ClosingMark, GroupState, InstrumentState, ProductState } from '../ledger/instrument-state.entity.js';
import { type QuerySource, readAll, readEntities } from './reading.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import { Account, AccountGrant } from '../ledger/account.entity.js';
import { MoneyValue } from '../ledger/money-value.entity.js';
import { PositionStatement, StatedPosition } from '../ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../ledger/reconciliation-break.entity.js';

type InstrumentRow = Snapshot['instruments'][number];
type AccountRow = Snapshot['accounts'][number];
type DatedPositions = [asOf: string, positions: [instrumentId: number, held: ReferenceHolding][]];

const ADMINISTRATIVE = [
  'terms',
  'givenStatus',
  'haltReason',
  'isExpired',
  'settlementPrice',
  'settledSession',
] as const;
const STATISTICS = [
  ...(['boardSeq', 'boardChangedAt'] as const),
  ...(['lastPrice', 'lastQuantity', 'lastTime', 'lastSession', 'high', 'low', 'volume', 'bandPrice'] as const),
];

const TERMS = ['id', 'ownerId', 'name', 'currency', 'timeZone', 'isEnabled'] as const;
const LIMITS = [
  ...(['maxOrderQuantity', 'maxPosition', 'maxProductContracts', 'maxDailyLoss'] as const),
  ...(['buyingPowerPercent', 'maxWorkingOrders'] as const),
];
const MONEY = ['acctId', 'asOf', 'cashBalance', 'netLiq', 'version'] as const;
const BREAK = [
  ...(['id', 'acctId', 'asOf', 'instrumentId', 'kind', 'internal', 'reference', 'difference', 'status'] as const),
];

type StoredInstrument = Pick<InstrumentState, (typeof ADMINISTRATIVE)[number] | (typeof STATISTICS)[number]>;

export async function readGroups(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['groups']> {
  const rows = await readAll(source, catalog, { entity: GroupState, properties: ['terms'] });
  return rows.map(({ terms }) => parseTerms('group', terms));
}

export async function readProducts(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['products']> {
  const properties = ['terms', 'sessionDate', 'sessionIsOpen'] as const;
  const rows = await readAll(source, catalog, { entity: ProductState, properties });
  return rows.map(({ terms, ...session }) => ({ terms: parseTerms('product', terms), ...session }));
}

export async function readInstruments(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['instruments']> {
  const marks = new Map<number, [string, number][]>();
  const properties = ['instrumentId', 'sessionDate', 'price'] as const;
  for await (const rows of readEntities(source, catalog, { entity: ClosingMark, properties })) {
    for (const { instrumentId, sessionDate, price } of rows) {
      const known = marks.get(instrumentId);
      if (known === undefined) marks.set(instrumentId, [[sessionDate, price]]);
      else known.push([sessionDate, price]);
    }
  }
  const selection = { entity: InstrumentState, properties: [...ADMINISTRATIVE, ...STATISTICS] };
  const rows = await readAll(source, catalog, selection);
  return rows.map((row) => toInstrumentRow(row, marks));
}

function toInstrumentRow(row: StoredInstrument, marks: ReadonlyMap<number, [string, number][]>): InstrumentRow {
  const { givenStatus, haltReason, isExpired, settlementPrice, settledSession, boardSeq, boardChangedAt } = row;
  const { high, low, volume, bandPrice } = row;
  const { lastPrice: price, lastQuantity, lastTime, lastSession } = row;
  const terms = parseTerms('instrument', row.terms);
  const last =
    price === null ? null : { price, quantity: lastQuantity ?? 0, time: lastTime ?? 0, sessionDate: lastSession };
  return {
    ...{ terms, givenStatus, haltReason, isExpired, settlementPrice, settledSession, boardSeq, boardChangedAt },
    closingMarks: marks.get(terms.id) ?? [],
    statistics: { last, high, low, volume, bandPrice },
  };
}

export async function readAccounts(source: QuerySource, catalog: TableCatalog): Promise<Snapshot['accounts']> {
  const grants = await readAll(source, catalog, { entity: AccountGrant, properties: ['acctId', 'userId', 'access'] });
  const breaks = await readAll(source, catalog, {
    entity: ReconciliationBreak,
    properties: BREAK,
    where: whereLatestDiffers,
  });
  const grantsOf = Map.groupBy(grants, ({ acctId }) => acctId);
  const breaksOf = Map.groupBy(breaks, ({ acctId }) => acctId);
  const moneyOf = Map.groupBy(await readMoney(source, catalog), ({ acctId }) => acctId);
  const references = await readReferences(source, catalog);
  const accounts = await readAll(source, catalog, { entity: Account, properties: [...TERMS, ...LIMITS] });
  return accounts.map(({ id, ownerId, name, currency, timeZone, isEnabled, ...limits }): AccountRow => ({
    ...{ id, ownerId, name, currency, timeZone, isEnabled, limits },
    grants: (grantsOf.get(id) ?? []).map(({ userId, access }) => [userId, access] as const),
    money: (moneyOf.get(id) ?? []).map(({ asOf, cashBalance, netLiq, version }) => ({
      asOf,
      cashBalance,
      netLiq,
      version,
    })),
    references: references.get(id) ?? [],
    openBreaks: breaksOf.get(id) ?? [],
  }));
}

/** A break that differs is open, or its figures were accepted; then it counts until there is another one of its date and instrument. */
const whereLatestDiffers = (name: (property: keyof ReconciliationBreak) => string): string => {
  const isSame = (['acctId', 'asOf', 'instrumentId'] as const)
    .map((property) => `later.${name(property)} = reconciliation_breaks.${name(property)}`)
    .join(' and ');
  return `${name('difference')} <> 0 and not exists (select from reconciliation_breaks later where ${isSame} and later.${name('id')} > reconciliation_breaks.${name('id')})`;
};

/** Of each date the highest version, which comes last. */
async function readMoney(source: QuerySource, catalog: TableCatalog) {
  const latest = new Map<string, Pick<MoneyValue, (typeof MONEY)[number]>>();
  for await (const rows of readEntities(source, catalog, { entity: MoneyValue, properties: MONEY }))
    for (const row of rows) latest.set(`${row.acctId} ${row.asOf}`, row);
  return latest.values();
}

/** Of each date the latest statement. One without positions is a flat account. */
async function readReferences(source: QuerySource, catalog: TableCatalog): Promise<Map<number, DatedPositions[]>> {
  const latest = new Map<string, Pick<PositionStatement, 'seq' | 'acctId' | 'asOf'>>();
  const properties = ['seq', 'acctId', 'asOf'] as const;
  for await (const rows of readEntities(source, catalog, { entity: PositionStatement, properties }))
    for (const row of rows) latest.set(`${row.acctId} ${row.asOf}`, row);
  const positions = new Map<number, DatedPositions>();
  const byAccount = new Map<number, DatedPositions[]>();
  for (const { seq, acctId, asOf } of [...latest.values()].sort((one, other) => (one.asOf < other.asOf ? -1 : 1))) {
    const statement: DatedPositions = [asOf, []];
    positions.set(seq, statement);
    byAccount.set(acctId, [...(byAccount.get(acctId) ?? []), statement]);
  }
  const line = ['statementSeq', 'instrumentId', 'quantity', 'price', 'extraDecimals'] as const;
  for await (const rows of readEntities(source, catalog, { entity: StatedPosition, properties: line }))
    for (const { statementSeq, instrumentId, ...held } of rows) {
      const statement = positions.get(statementSeq);
      statement?.[1].push([instrumentId, { asOf: statement[0], ...held }]);
    }
  return byAccount;
}
