import { FairQueue, QUEUE_MAX, SHARE_MAX } from './fair-queue.js';

const request = (user: number, commands: number, since = 0) => ({
  caller: { actingUserId: user },
  commands: Array.from({ length: commands }, (_, n) => n),
  since,
});
const usersIn = (taken: readonly ReturnType<typeof request>[]): number[] =>
  taken.map(({ caller }) => caller.actingUserId);

describe('FairQueue', () => {
  it('serves users in turn, not in order of arrival', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    for (let n = 0; n < 20; n++) queue.add(request(1, 100));
    queue.add(request(2, 1));
    queue.add(request(3, 1));

    expect(usersIn(queue.take(200, 0))).toEqual([1, 2, 3]);
    expect(usersIn(queue.take(200, 2_000))).toEqual([1, 1]);
  });

  it('serves a user without waiting requests before one who was served and has more', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    for (let n = 0; n < 20; n++) queue.add(request(1, 40));
    queue.take(40);
    queue.add(request(2, 1));
    queue.add(request(3, 1));

    expect(usersIn(queue.take(100))).toEqual([2, 3, 1, 1]);
  });

  it('serves every user soon, however many new users arrive', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    for (let n = 0; n < 20; n++) queue.add(request(1, 100));
    queue.take(100);
    const batches = Array.from({ length: 4 }, () => {
      for (let user = 2; user <= 41; user++) queue.add(request(user, 1));
      return usersIn(queue.take(100));
    });

    expect(batches.map((users) => users.filter((user) => user === 1).length)).toEqual([0, 1, 0, 1]);
    expect(batches.map((users) => new Set(users).size)).toEqual([40, 41, 40, 41]);
  });

  it('takes smaller batches while one user has many requests and another few, and for a second afterwards', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    for (let n = 0; n < 20; n++) queue.add(request(1, 100));
    const alone = queue.take(300, 0).length;
    queue.add(request(2, 1));
    queue.take(300, 100);
    const sizes = [200, 1_099, 1_101].map((now) => queue.take(300, now).length);

    expect([alone, sizes]).toEqual([3, [1, 1, 3]]);
  });

  it('keeps the order of one user’s requests and takes them together up to the limit', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    const all = Array.from({ length: 300 }, () => request(1, 1));
    for (const one of all) queue.add(one);

    expect(queue.take(200)).toEqual(all.slice(0, 200));
    expect(queue.take(200)).toEqual(all.slice(200));
    expect(queue.isEmpty).toBe(true);
  });

  it('takes a request above the limit by itself', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    queue.add(request(1, 5_000));
    queue.add(request(2, 1));

    expect(usersIn(queue.take(200))).toEqual([1]);
    expect(usersIn(queue.take(200))).toEqual([2]);
  });

  it('rejects a user whose share is full and admits others', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    for (let queued = 0; queued < SHARE_MAX; queued += 100) expect(queue.add(request(1, 100))).toBe(true);

    expect([queue.add(request(1, 1)), queue.add(request(2, 100))]).toEqual([false, true]);
    queue.take(100);
    expect(queue.add(request(1, 100))).toBe(true);
  });

  it('admits a user with few requests to a full queue', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    for (let user = 1; user <= QUEUE_MAX / SHARE_MAX; user++)
      for (let queued = 0; queued < SHARE_MAX; queued += 100) queue.add(request(user, 100));

    expect([queue.add(request(9, 1)), queue.add(request(9, 100)), queue.add(request(10, 101))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('removes expired requests and frees their share', () => {
    const queue = new FairQueue<ReturnType<typeof request>>();
    const [early, late] = [request(1, SHARE_MAX, 10), request(2, 5, 30)];
    queue.add(early);
    queue.add(late);

    expect(queue.takeLate(20)).toEqual([early]);
    expect(queue.add(request(1, SHARE_MAX, 40))).toBe(true);
    expect(usersIn(queue.takeAll())).toEqual([2, 1]);
    expect(queue.isEmpty).toBe(true);
  });
});
