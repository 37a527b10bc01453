import { OperatorError } from '../errors/operator-error.js';
import type { CommandInvocation, CliCommand, ExitCode } from './command.js';

export const clockCommand: CliCommand = {
  name: 'clock',
  summary:
    "Show the clock that the running service goes by, and accept a jump of the machine's clock that it holds back.",
  usage: '[show | accept]  [options]',
  examples: ['kontor clock', 'kontor clock accept', 'kontor clock --json'],
  options: {},
  positionals: { min: 0, max: 1 },
  async run(invocation) {
    const { acceptJump, showClock } = await import('./clock-actions.js');
    const actions: Readonly<Record<string, (invocation: CommandInvocation) => Promise<ExitCode>>> = {
      show: showClock,
      accept: acceptJump,
    };
    const [name = 'show'] = invocation.positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new OperatorError(`kontor clock knows no "${name}".`, `It knows ${Object.keys(actions).join(', ')}.`);
    return action(invocation);
  },
};
