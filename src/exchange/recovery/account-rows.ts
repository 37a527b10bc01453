/** Accounts with what the back office and the administration have said of them, from their tables. */
import type { AccountAccess } from '../../engine/command.js';
import type { ReferenceHolding } from '../../engine/holding.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { chunksOf, number, numberOrNull, rowsOf, type Source, type Texts, parseWhole } from './reading.js';

type AccountRow = Snapshot['accounts'][number];
type StatedPositions = [asOf: string, positions: [instrumentId: number, held: ReferenceHolding][]];

const ACCOUNTS = `
  select id, owner_id, name, currency, time_zone, is_enabled, max_order_quantity, max_position, max_product_contracts, max_daily_loss, buying_power_percent, max_working_orders
  from accounts order by id`;
const GRANTS = 'select acct_id, user_id, access from account_grants order by acct_id, user_id';
const MONEY =
  'select distinct on (acct_id, as_of) acct_id, as_of, cash_balance, net_liq, version from money_values order by acct_id, as_of, version desc';
/** A statement without positions says that an account is flat. */
const STATEMENTS = `
  select acct_id, as_of, instrument_id, quantity, price, extra_decimals
  from (select distinct on (acct_id, as_of) acct_id, as_of, seq from position_statements order by acct_id, as_of, seq desc) latest
  left join stated_positions on statement_seq = seq
  order by acct_id, as_of, instrument_id`;
const BREAKS = `select acct_id, id, as_of, instrument_id, internal, reference_quantity, difference from reconciliation_breaks where status = 'Open' order by id`;

export async function readAccounts(source: Source): Promise<Snapshot['accounts']> {
  const grants = await gathered(
    source,
    GRANTS,
    ([, userId, access]) => [number(userId), access as AccountAccess] as const,
  );
  const money = await gathered(source, MONEY, ([, asOf, cashBalance, netLiq, version]) => ({
    asOf: asOf ?? '',
    cashBalance: parseWhole(cashBalance),
    netLiq: parseWhole(netLiq),
    version: number(version),
  }));
  const breaks = await gathered(source, BREAKS, openBreak);
  const references = await readReferences(source);
  return rowsOf(source, ACCOUNTS, (texts) => {
    const id = number(texts[0]);
    return {
      ...accountOf(texts),
      grants: grants.get(id) ?? [],
      money: money.get(id) ?? [],
      references: references.get(id) ?? [],
      openBreaks: breaks.get(id) ?? [],
    };
  });
}

function accountOf([id, ownerId, name, currency, timeZone, isEnabled, ...limits]: Texts): Omit<
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
    id: number(id),
    ownerId: number(ownerId),
    name: name ?? '',
    currency: currency ?? '',
    timeZone: timeZone ?? '',
    limits: {
      maxOrderQuantity: numberOrNull(maxOrderQuantity),
      maxPosition: numberOrNull(maxPosition),
      maxProductContracts: numberOrNull(maxProductContracts),
      maxDailyLoss: maxDailyLoss === null ? null : parseWhole(maxDailyLoss),
      buyingPowerPercent: numberOrNull(buyingPowerPercent),
      maxWorkingOrders: numberOrNull(maxWorkingOrders),
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
]: Texts): AccountRow['openBreaks'][number] {
  return {
    ...{ id: number(id), acctId: number(acctId), kind: 'quantity', status: 'Open', difference: number(difference) },
    ...{
      asOf: asOf ?? '',
      instrumentId: number(instrumentId),
      internal: number(internal),
      reference: number(reference),
    },
  };
}

async function readReferences(source: Source): Promise<Map<number, StatedPositions[]>> {
  const statements = new Map<number, StatedPositions[]>();
  for await (const rows of chunksOf(source, 'statements', STATEMENTS)) {
    for (const [acctId, asOf, instrumentId, quantity, price, extraDecimals] of rows) {
      const [, positions] = statementOf(statements, number(acctId), asOf ?? '');
      if (typeof instrumentId === 'string')
        positions.push([
          number(instrumentId),
          { asOf: asOf ?? '', quantity: number(quantity), price: number(price), extraDecimals: number(extraDecimals) },
        ]);
    }
  }
  return statements;
}

/** The rows come by account and date. */
function statementOf(statements: Map<number, StatedPositions[]>, acctId: number, asOf: string): StatedPositions {
  const ofAccount = statements.get(acctId) ?? [];
  statements.set(acctId, ofAccount);
  const last = ofAccount.at(-1);
  if (last?.[0] === asOf) return last;
  const next: StatedPositions = [asOf, []];
  ofAccount.push(next);
  return next;
}

/** What rows say, by the account that stands first in each of them. */
async function gathered<Row>(
  source: Source,
  question: string,
  read: (texts: Texts) => Row,
): Promise<Map<number, Row[]>> {
  const byAccount = new Map<number, Row[]>();
  for (const texts of await rowsOf(source, question, (row) => row)) {
    const acctId = number(texts[0]);
    const rowsOfAccount = byAccount.get(acctId);
    if (rowsOfAccount === undefined) byAccount.set(acctId, [read(texts)]);
    else rowsOfAccount.push(read(texts));
  }
  return byAccount;
}
