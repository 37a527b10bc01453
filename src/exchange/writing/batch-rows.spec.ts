import { Engine } from '../../engine/engine.js';
import type { EngineEvent } from '../../engine/event.js';
import type { OrderRow } from '../../engine/order.js';
import { SYSTEM_CALLER } from '../caller.js';
import { BatchRowsBuilder } from './batch-rows.js';

const LAST_ORDER = 5;

/** The orders of a batch whose commands have these events, after `LAST_ORDER`. */
function buildOrders(events: readonly EngineEvent[]) {
  const engine = new Engine();
  engine.state.counters.order = LAST_ORDER;
  const builder = new BatchRowsBuilder(engine);
  const body = { type: 'AdoptRules', rules: 1 } as const;
  for (const [at, event] of events.entries())
    builder.enter({ ...{ seq: at + 1, time: 0 }, caller: SYSTEM_CALLER, body, events: [event] });
  return builder.build().orders.map(({ order, ...origin }) => ({ id: order.id, ...origin }));
}

const accept = (actionId: number, orderId: number, fingerprint: number | null = null): EngineEvent => ({
  ...{ type: 'ActionAccepted', actionId, orderId, fingerprint },
});
const order = (id: number): OrderRow => ({ id, acctId: 1 }) as OrderRow;

describe('BatchRowsBuilder', () => {
  it('names the action that placed an order of this batch, also after a modification', () => {
    const events: EngineEvent[] = [
      accept(1, 6, 77),
      { type: 'OrderAccepted', order: order(6) },
      accept(2, 6),
      { type: 'OrderModified', order: order(6) },
    ];
    expect(buildOrders(events)).toEqual([{ id: 6, actionId: 1, fingerprint: 77 }]);
  });

  it('names no action for an order that an earlier batch has placed', () => {
    const events: EngineEvent[] = [accept(1, 5), { type: 'OrderModified', order: order(5) }];
    expect(buildOrders(events)).toEqual([{ id: 5, actionId: null, fingerprint: null }]);
  });
});
