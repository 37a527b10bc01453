/** The list of operations that every candidate is given: the same for the same width, however often it is asked for. */
export type Operation = Readonly<{
  kind: 'add' | 'cancel' | 'cross';
  id: number;
  isBuy: boolean;
  price: number;
  quantity: number;
}>;

const MIDDLE = 10_000_000;

function chance(): () => number {
  let state = 20261120;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** First so many orders that rest, then the mix. A cancel names an order that may have traded meanwhile, as in life. */
export function operationsOf(width: number, resting: number, count: number): Operation[] {
  const random = chance();
  const list: Operation[] = [];
  const live: number[] = [];
  const add = (): void => {
    const isBuy = random() < 0.5;
    const away = 1 + Math.floor(random() * width);
    live.push(list.length);
    list.push({
      kind: 'add',
      id: list.length,
      isBuy,
      price: isBuy ? MIDDLE - away : MIDDLE + away,
      quantity: 1 + Math.floor(random() * 100),
    });
  };
  while (list.length < resting) add();
  while (list.length < resting + count) {
    const roll = random();
    if (roll < 0.6 || live.length === 0) add();
    else if (roll < 0.9) list.push({ kind: 'cancel', id: takeOne(live, random), isBuy: false, price: 0, quantity: 0 });
    else
      list.push({
        kind: 'cross',
        id: list.length,
        isBuy: random() < 0.5,
        price: 0,
        quantity: 1 + Math.floor(random() * 100),
      });
  }
  return list;
}

function takeOne(live: number[], random: () => number): number {
  const at = Math.floor(random() * live.length);
  const id = live[at] ?? 0;
  live[at] = live[live.length - 1] ?? 0;
  live.pop();
  return id;
}
