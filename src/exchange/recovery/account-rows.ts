/** Loads accounts with their limits, grants and statements. */
import type { TableCatalog } from '../../database/entity-statements.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { Account, AccountGrant } from '../ledger/account.entity.js';
import { MoneyValue } from '../ledger/money-value.entity.js';
import { PositionStatement, StatedPosition } from '../ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../ledger/reconciliation-break.entity.js';
import { readAll, readEntities, type QuerySource } from './reading.js';

type AccountRow = Snapshot['accounts'][number];
type DatedPositions = [asOf: string, positions: [instrumentId: number, held: ReferenceHolding][]];

const TERMS = ['id', 'ownerId', 'name', 'currency', 'timeZone', 'isEnabled'] as const;
const LIMITS = [
  ...(['maxOrderQuantity', 'maxPosition', 'maxProductContracts', 'maxDailyLoss'] as const),
  ...(['buyingPowerPercent', 'maxWorkingOrders'] as const),
];
const MONEY = ['acctId', 'asOf', 'cashBalance', 'netLiq', 'version'] as const;
const BREAK = [
  ...(['id', 'acctId', 'asOf', 'instrumentId', 'kind', 'internal', 'reference', 'difference', 'status'] as const),
];

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
