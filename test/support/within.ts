import { setTimeout } from 'node:timers/promises';

/** Asks until the answer is the one expected, for a second: as long as a revocation may take to be known everywhere. */
export async function withinASecond<Answer>(expected: Answer, ask: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + 1000;
  let answer = await ask();
  while (answer !== expected && performance.now() < until) {
    await setTimeout(20);
    answer = await ask();
  }
  return answer;
}
