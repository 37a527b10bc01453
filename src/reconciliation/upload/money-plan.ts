import type { EngineAccount } from '../../engine/account.js';
import { computeLiveValues, type LiveValues } from '../../engine/valuation.js';
import { previewStatements } from '../../exchange/preview.js';
import type { MoneyLine, StatementLines } from './statement-table.js';
import {
  findAccount,
  hashBasis,
  type PlanContext,
  compareByAccountAndDate,
  compareLines,
  listLines,
  type StatementPlan,
  type PlannedMoney,
} from './statement-plan.js';

/** Plans the changes by the money values of a table. */
export function planMoney(table: StatementLines<MoneyLine>, circumstances: PlanContext): StatementPlan {
  const faults = [...table.faults];
  const drafts: MoneyDraft[] = [];
  const firstLine = new Map<string, number>();
  for (const { checked, planned } of listLines(table)) {
    const { line, acctId, asOf } = checked;
    const { account, faults: found } = findAccount(checked, circumstances);
    faults.push(...found.map((fault) => ({ line, ...fault })));
    const before = firstLine.get(`${acctId} ${asOf}`);
    if (before !== undefined)
      faults.push({
        line,
        column: 'as_of',
        message: `account ${acctId} and date ${asOf} are already in line ${before}`,
      });
    else if (acctId !== null && asOf !== null) firstLine.set(`${acctId} ${asOf}`, line);
    if (planned !== null && account !== null) drafts.push({ ...planned, account });
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
    faults: faults.sort(compareLines),
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
