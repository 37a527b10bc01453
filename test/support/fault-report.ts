/** What the tests in test/faults/ have in common: how often they try their fault, and how they report it to `npm run faults`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { FAULT_ROUNDS: rounds, FAULT_REPORTS: directory, FAULT_ON_DEMAND: onDemand } = process.env;

/** One row of the table in docs/faults.md, named after its test file. `control` says what was removed and what was then found. */
export type FaultReport = Readonly<{
  row: string;
  fault: string;
  tried: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  recovery: string;
  control: string;
}>;

/** Whether `npm run faults` tries this row. Only then is the machine quiet, and times count as well. */
export const isOnDemand = onDemand !== undefined;

/** How often the fault is tried: as often as `npm run faults -- ROW 200` says, else so often. */
export const faultRounds = (usual: number): number => Number(rounds ?? usual);

/** Leaves the row for `npm run faults`, which prints it. A row that failed an expectation is never reported. */
export function reportFault(report: FaultReport): void {
  if (directory !== undefined) writeFileSync(join(directory, `${report.row}.json`), JSON.stringify(report));
}

/** A fault that this machine cannot produce: the test is skipped, and says so where nobody overlooks it. */
export function leaveOut(name: string, reason: string): void {
  process.stderr.write(`\nNOT TESTED: ${name}, because ${reason}.\n`);
  // eslint-disable-next-line kontor/no-left-out-test -- a test file must have a test
  it.skip(name, () => undefined);
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
