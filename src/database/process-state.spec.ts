import { leaveOut } from '../../test/support/fault-report.js';
import { makeZombie, type Zombie } from '../../test/support/zombie.js';
import { getProcessStartTime, processExists, isAlive, sendSignal } from './process-state.js';

const onLinux: typeof it =
  process.platform === 'linux'
    ? it
    : (((name: string) => leaveOut(name, 'only Linux tells the state of a process')) as unknown as typeof it);

describe('process state', () => {
  let zombie: Zombie | null = null;
  afterEach(() => zombie?.end());

  it('is alive for this process, and dead for an unused pid', () => {
    expect([isAlive(process.pid), isAlive(2 ** 30)]).toEqual([true, false]);
  });

  it('takes a signal to a process that has ended for done, and no other failure', () => {
    expect(() => sendSignal(2 ** 30, 'SIGQUIT')).not.toThrow();
    expect(() => sendSignal(process.pid, 'SIGNONE' as NodeJS.Signals)).toThrow('Unknown signal');
  });

  onLinux(
    'is dead for one that has ended and was not collected by its parent, although its number and birth are there',
    async () => {
      zombie = await makeZombie();

      expect([processExists(zombie.pid), getProcessStartTime(zombie.pid), isAlive(zombie.pid)]).toEqual([
        true,
        zombie.birth,
        false,
      ]);
    },
  );
});
