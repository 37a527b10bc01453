/** Loads accounts with their limits, grants and statements. */
import type { AccountAccess } from '../../engine/command.js';
import type { ReferenceHolding } from '../../engine/holding.js';
import type { Snapshot } from '../../engine/snapshot.js';
import {
  readChunks,
  parseNumber,
  parseNumberOrNull,
  readRows,
  type QuerySource,
  type RowTexts,
  parseWhole,
} from './reading.js';

type AccountRow = Snapshot['accounts'][number];
type StatedPositions = [asOf: string, positions: [instrumentId: number, held: ReferenceHolding][]];

const ACCOUNTS = `
  select id, owner_id, name, currency, time_zone, is_enabled, max_order_quantity, max_position, max_product_contracts, max_daily_loss, buying_power_percent, max_working_orders
  from accounts order by id`;
const GRANTS = 'select acct_id, user_id, access from account_grants order by acct_id, user_id';
const MONEY =
  'select distinct on (acct_id, as_of) acct_id, as_of, cash_balance, net_liq, version from money_values order by acct_id, as_of, version desc';
/** A statement without positions is a flat account. */
const STATEMENTS = `
  select acct_id, as_of, instrument_id, quantity, price, extra_decimals
  from (select distinct on (acct_id, as_of) acct_id, as_of, seq from position_statements order by acct_id, as_of, seq desc) latest
  left join stated_positions on statement_seq = seq
  order by acct_id, as_of, instrument_id`;
const BREAKS = `select acct_id, id, as_of, instrument_id, internal, reference_quantity, difference from reconciliation_breaks where status = 'Open' order by id`;

export async function readAccounts(source: QuerySource): Promise<Snapshot['accounts']> {
  const grants = await groupByAccount(
    source,
    GRANTS,
    ([, userId, access]) => [parseNumber(userId), access as AccountAccess] as const,
  );
  const money = await groupByAccount(source, MONEY, ([, asOf, cashBalance, netLiq, version]) => ({
    asOf: asOf ?? '',
    cashBalance: parseWhole(cashBalance),
    netLiq: parseWhole(netLiq),
    version: parseNumber(version),
  }));
  const breaks = await groupByAccount(source, BREAKS, openBreak);
  const references = await readReferences(source);
  return readRows(source, ACCOUNTS, (texts) => {
    const id = parseNumber(texts[0]);
    return {
      ...toAccount(texts),
      grants: grants.get(id) ?? [],
      money: money.get(id) ?? [],
      references: references.get(id) ?? [],
      openBreaks: breaks.get(id) ?? [],
    };
  });
}

function toAccount([id, ownerId, name, currency, timeZone, isEnabled, ...limits]: RowTexts): Omit<
  AccountRow,
  'grants' | 'money' | 'references' | 'openBreaks'
> {
  const [
    maxOrderQuantity,
    maxPosition,
    maxProductContracts,
    maxDailyLoss = null,
    buyingPowerPercent,
    maxWorkingOrders,
  ] = limits;
  return {
    id: parseNumber(id),
    ownerId: parseNumber(ownerId),
    name: name ?? '',
    currency: currency ?? '',
    timeZone: timeZone ?? '',
    limits: {
      maxOrderQuantity: parseNumberOrNull(maxOrderQuantity),
      maxPosition: parseNumberOrNull(maxPosition),
      maxProductContracts: parseNumberOrNull(maxProductContracts),
      maxDailyLoss: maxDailyLoss === null ? null : parseWhole(maxDailyLoss),
      buyingPowerPercent: parseNumberOrNull(buyingPowerPercent),
      maxWorkingOrders: parseNumberOrNull(maxWorkingOrders),
    },
    isEnabled: isEnabled === 't',
  };
}

function openBreak([
  acctId,
  id,
  asOf,
  instrumentId,
  internal,
  reference,
  difference,
]: RowTexts): AccountRow['openBreaks'][number] {
  return {
    ...{
      id: parseNumber(id),
      acctId: parseNumber(acctId),
      kind: 'quantity',
      status: 'Open',
      difference: parseNumber(difference),
    },
    ...{
      asOf: asOf ?? '',
      instrumentId: parseNumber(instrumentId),
      internal: parseNumber(internal),
      reference: parseNumber(reference),
    },
  };
}

async function readReferences(source: QuerySource): Promise<Map<number, StatedPositions[]>> {
  const statements = new Map<number, StatedPositions[]>();
  for await (const rows of readChunks(source, 'statements', STATEMENTS)) {
    for (const [acctId, asOf, instrumentId, quantity, price, extraDecimals] of rows) {
      const [, positions] = findStatement(statements, parseNumber(acctId), asOf ?? '');
      if (typeof instrumentId === 'string')
        positions.push([
          parseNumber(instrumentId),
          {
            asOf: asOf ?? '',
            quantity: parseNumber(quantity),
            price: parseNumber(price),
            extraDecimals: parseNumber(extraDecimals),
          },
        ]);
    }
  }
  return statements;
}

/** The rows come by account and date. */
function findStatement(statements: Map<number, StatedPositions[]>, acctId: number, asOf: string): StatedPositions {
  const ofAccount = statements.get(acctId) ?? [];
  statements.set(acctId, ofAccount);
  const last = ofAccount.at(-1);
  if (last?.[0] === asOf) return last;
  const next: StatedPositions = [asOf, []];
  ofAccount.push(next);
  return next;
}

/** Groups rows by account, their first column. */
async function groupByAccount<Row>(
  source: QuerySource,
  question: string,
  read: (texts: RowTexts) => Row,
): Promise<Map<number, Row[]>> {
  const byAccount = new Map<number, Row[]>();
  for (const texts of await readRows(source, question, (row) => row)) {
    const acctId = parseNumber(texts[0]);
    const rowsOfAccount = byAccount.get(acctId);
    if (rowsOfAccount === undefined) byAccount.set(acctId, [read(texts)]);
    else rowsOfAccount.push(read(texts));
  }
  return byAccount;
}
