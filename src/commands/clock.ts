import { OperatorTrouble } from '../errors/operator-trouble.js';
import type { Call, Command, ExitCode } from './command.js';

export const clock: Command = {
  name: 'clock',
  summary:
    "Show the clock that the running service goes by, and accept a jump of the machine's clock that it holds back.",
  usage: '[show | accept]  [options]',
  examples: ['kontor clock', 'kontor clock accept', 'kontor clock --json'],
  options: {},
  positionals: { min: 0, max: 1 },
  async run(call) {
    const { acceptJump, showClock } = await import('./clock-actions.js');
    const actions: Readonly<Record<string, (call: Call) => Promise<ExitCode>>> = {
      show: showClock,
      accept: acceptJump,
    };
    const [name = 'show'] = call.positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new OperatorTrouble(`kontor clock knows no "${name}".`, `It knows ${Object.keys(actions).join(', ')}.`);
    return action(call);
  },
};
