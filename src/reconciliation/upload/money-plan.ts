import type { EngineAccount } from '../../engine/account.js';
import { computeLiveValues, type LiveValues } from '../../engine/valuation.js';
import { previewStatements } from '../../exchange/preview-statements.js';
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
  const drafts: MoneyDraft[] = [];
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
    else drafts.push({ ...one, account });
  }
  drafts.sort(compareByAccountAndDate);
  const commands = drafts.map(({ acctId, asOf, cashBalance, netLiq }) => ({
    type: 'StateMoney' as const,
    acctId,
    asOf,
    cashBalance,
    netLiq,
  }));
  return {
    faults: faults.sort((a, b) => a.line - b.line),
    commands: faults.length === 0 ? commands : [],
    basis: hashBasis(drafts.map(({ account, acctId, asOf }) => [acctId, asOf, account.money.get(asOf) ?? null])),
    preview: () => {
      const effects = previewStatements(circumstances.state, commands, circumstances.now);
      const money = drafts.flatMap((draft, at) => {
        const effect = effects[at];
        return effect === undefined ? [] : [toPlannedMoney(draft, effect.after)];
      });
      return { money, lists: [] };
    },
  };
}

type MoneyDraft = MoneyLine & Readonly<{ account: EngineAccount }>;

function toPlannedMoney(
  { line, acctId, asOf, cashBalance, netLiq, account }: MoneyDraft,
  afterwards: LiveValues,
): PlannedMoney {
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
    now: computeLiveValues(account),
    hasMoney: account.money.size > 0,
    afterwards,
  };
}
