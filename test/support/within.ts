import { setTimeout } from 'node:timers/promises';

/** Asks until the answer is the one expected, for a second: as long as a revocation may take to be known everywhere. */
export async function withinOneSecond<Answer>(expected: Answer, ask: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + 1000;
  let answer = await ask();
  while (answer !== expected && performance.now() < until) {
    await setTimeout(20);
    answer = await ask();
  }
  return answer;
}

/** Tries until it no longer throws, for so long; then it may throw. */
export async function within(milliseconds: number, attempt: () => Promise<void>): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    try {
      await attempt();
      return;
    } catch {
      await setTimeout(50);
    }
  }
  await attempt();
}

/** Waits until a condition holds that something else brings about: a delivery, or an audit entry that is written after its response. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`The condition did not hold within ${withinMs} ms.`);
    await setTimeout(10);
  }
}
