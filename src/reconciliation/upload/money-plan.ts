import type { EngineAccount } from '../../engine/account.js';
import type { MoneyLine, StatementLines } from './statement-table.js';
import {
  findAccount,
  hashBasis,
  type PlanContext,
  listFaultsOfInvalidLines,
  compareByAccountAndDate,
  type StatementPlan,
  type PlannedMoney,
} from './statement-plan.js';

/** Plans the changes by the money values of a table. */
export function planMoney(
  { lines, broken, faults: unreadable }: StatementLines<MoneyLine>,
  circumstances: PlanContext,
): StatementPlan {
  const faults = [...unreadable, ...broken.flatMap((one) => listFaultsOfInvalidLines(one, circumstances))];
  const money: PlannedMoney[] = [];
  const firstLine = new Map<string, number>();
  for (const one of lines) {
    const account = findAccount(one, circumstances);
    const before = firstLine.get(`${one.acctId} ${one.asOf}`);
    firstLine.set(`${one.acctId} ${one.asOf}`, before ?? one.line);
    if (before !== undefined)
      faults.push({
        line: one.line,
        message: `account ${one.acctId} and date ${one.asOf} are already in line ${before}`,
      });
    else if (typeof account === 'string') faults.push({ line: one.line, message: account });
    else money.push(toPlannedMoney(one, account));
  }
  money.sort(compareByAccountAndDate);
  const commands = money.map(({ acctId, asOf, cashBalance, netLiq }) => ({
    type: 'StateMoney' as const,
    acctId,
    asOf,
    cashBalance,
    netLiq,
  }));
  return {
    money,
    lists: [],
    faults: faults.sort((a, b) => a.line - b.line),
    commands: faults.length === 0 ? commands : [],
    basis: hashBasis(money.map(({ acctId, asOf, before }) => [acctId, asOf, before])),
  };
}

function toPlannedMoney({ line, acctId, asOf, cashBalance, netLiq }: MoneyLine, account: EngineAccount): PlannedMoney {
  const before = account.money.get(asOf) ?? null;
  return {
    line,
    acctId,
    name: account.name,
    currency: account.currency,
    asOf,
    before,
    cashBalance,
    netLiq,
    isLive: asOf >= (account.baseline?.asOf ?? ''),
  };
}
