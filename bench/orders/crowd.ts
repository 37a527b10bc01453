/** The load as its parent sees it: a process for each server, with its commands and results. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Aim, Outcome, Run } from './load.js';

const root = join(import.meta.dirname, '..', '..');

export class Crowd {
  private readonly child: ChildProcess;
  private readonly ended: Promise<null>;

  constructor(aim: Aim) {
    this.child = fork(join(import.meta.dirname, 'load.ts'), {
      cwd: root,
      execArgv: ['--import', './test/support/typescript.mjs'],
    });
    this.ended = once(this.child, 'exit').then(() => null);
    this.child.send(aim);
  }

  async run(run: Partial<Run> & Pick<Run, 'seconds'>): Promise<Outcome> {
    this.child.send({ connections: 64, perRequest: 1, fill: 0, isNamed: false, inFlight: 0, ...run } satisfies Run);
    const outcome = await Promise.race([
      new Promise<Outcome>((resolve) => this.child.once('message', (message) => resolve(message as Outcome))),
      this.ended,
    ]);
    if (outcome === null) throw new Error('The load has ended before it was asked to.');
    return outcome;
  }

  close(): void {
    this.child.disconnect();
  }
}
