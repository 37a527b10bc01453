import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The next message of a child process; an error if it ends without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A child process ended with ${String(code)} before it said anything.`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  return message;
}
