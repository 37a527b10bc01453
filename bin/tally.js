/*
 * The last word of .ci/run: adds up the tests, the checks and the benchmarks, prints "N passed, N failed" and ends accordingly.
 * Arguments: exit code and report of the tests, of the check, of the smoke run of the benchmarks, and of the larger tests if they ran.
 */
import { readFileSync } from 'node:fs';

/** A command that failed without a failure in its report, or that left no report, counts as one failure. */
function tallyOf(exitCode, file, read) {
  let tally = { passed: 0, failed: 0 };
  try {
    tally = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.log(`There is no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
  return exitCode !== '0' && tally.failed === 0 ? { passed: tally.passed, failed: 1 } : tally;
}

const ofJest = (report) => {
  if (report.numPendingTests > 0) console.log(`${report.numPendingTests} tests did not apply to this machine`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numRuntimeErrorTestSuites };
};
const asCounted = (report) => report;

const [testsCode, testsReport, checkCode, checkReport, benchCode, benchReport, ...more] = process.argv.slice(2);
const tallies = [
  tallyOf(testsCode, testsReport, ofJest),
  tallyOf(checkCode, checkReport, asCounted),
  tallyOf(benchCode, benchReport, asCounted),
  ...(more.length > 0 ? [tallyOf(...more, ofJest)] : []),
];
const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
