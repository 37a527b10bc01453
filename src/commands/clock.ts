import { type CliActions, type CliCommand, requireAction } from './command.js';

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
    const actions: CliActions = { show: showClock, accept: acceptJump };
    const action = requireAction('clock', actions, invocation.positionals[0] ?? 'show');
    return action(invocation);
  },
};
