import type { Command } from './command.js';
import type { Finding } from './doctor-checks.js';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Look at everything the service needs and say what is wrong. Changes nothing.',
  usage: '[options]',
  examples: ['kontor doctor', 'kontor doctor --json'],
  options: {},
  makesUsers: true,
  takesMistakes: true,
  async run({ survey, out }) {
    const { examine } = await import('./doctor-checks.js');
    const findings = await examine(survey, out);
    const failed = findings.filter(({ status }) => status === 'fail').length;
    out.result({ healthy: failed === 0, checks: findings }, findings.map(line).join('\n'));
    return failed === 0 ? 0 : 1;
  },
};

function line({ name, status, finding, mend }: Finding): string {
  return `${status.padEnd(4)}  ${name.padEnd(14)}  ${finding}${mend === undefined ? '' : `\n${' '.repeat(22)}Fix: ${mend}`}`;
}
