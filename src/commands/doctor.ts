import type { CliCommand } from './command.js';
import type { CheckResult } from './doctor-checks.js';

export const doctorCommand: CliCommand = {
  name: 'doctor',
  summary: 'Look at everything the service needs and say what is wrong. Changes nothing.',
  usage: '[options]',
  examples: ['kontor doctor', 'kontor doctor --json'],
  options: {},
  createsFirstUser: true,
  acceptsInvalidConfig: true,
  async run({ inspection, out }) {
    const { runChecks } = await import('./doctor-checks.js');
    const results = await runChecks(inspection, out);
    const failed = results.filter(({ status }) => status === 'fail').length;
    out.result({ healthy: failed === 0, checks: results }, results.map(formatCheckResult).join('\n'));
    return failed === 0 ? 0 : 1;
  },
};

function formatCheckResult({ name, status, finding, fix }: CheckResult): string {
  return `${status.padEnd(4)}  ${name.padEnd(14)}  ${finding}${fix === undefined ? '' : `\n${' '.repeat(22)}Fix: ${fix}`}`;
}
