/** An order of the naive venue: `arrival` says who came first, and nothing is ever forgotten. */
export type Naive = {
  id: number;
  account: number;
  instrument: number;
  name: string | null;
  buy: boolean;
  limit: number | null;
  stop: number | null;
  pending: boolean;
  quantity: number;
  filled: number;
  tif: string;
  until: string | null;
  post: boolean;
  arrival: number;
  alive: boolean;
  version: number;
};

/** On one side the market reaches the lowest buy and the highest sell first; between the sides the nearer one, and the buy at a tie. */
export function electionOrder(x: Naive, y: Naive, { open, last }: { open: readonly Naive[]; last: number }): number {
  const [a, b] = [x.stop ?? 0, y.stop ?? 0];
  if (x.buy === y.buy) return (x.buy ? a - b : b - a) || x.arrival - y.arrival;
  const best = (buy: boolean): number => {
    const stops = open
      .filter((order) => order.alive && order.pending && order.buy === buy && order.instrument === x.instrument)
      .map(({ stop }) => stop ?? 0);
    return Math.abs((buy ? Math.min(...stops) : Math.max(...stops)) - last);
  };
  return best(true) <= best(false) === x.buy ? -1 : 1;
}
