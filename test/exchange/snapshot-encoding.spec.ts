import type { Command } from '../../src/engine/command.js';
import { Engine } from '../../src/engine/engine.js';
import type { EngineEvent } from '../../src/engine/event.js';
import { takeRest, takeSnapshot } from '../../src/engine/snapshot.js';
import { computeStateHash } from '../../src/engine/state-hash.js';
import type { State } from '../../src/engine/state.js';
import { StateCopy } from '../../src/engine/state-copy.js';
import { EngineFixture } from '../engine/engine-fixture.js';
import { acceptance, OfficeLines } from '../engine/office-lines.js';
import { chanceOf } from '../engine/random-lines.js';
import { seed } from '../support/seed.js';
import { decodeState, encodeState, findDamage } from '../support/snapshots.js';

const RUNS = 30;
const COMMANDS = 300;
const CUTS = 200;
const FLIPS = 2_000;

const FIELDS_OF_VERSION_4: Readonly<Record<string, string>> = {
  orders:
    'acctId, clientOrderId, createdAt, dates, expireDate, filledQuantity, id, instrumentId, limitPrice, orderType, placedBy, postOnly, quantity, rank, revision, sessionDate, side, state, stopPrice, tag, texts, timeInForce, triggeredAt, turnover, updatedAt, userId, version,',
  state: 'accounts, counters, groups, holdings, instruments, pending, products,',
  'state.accounts': 'currency, grants, id, isEnabled, limits, money, name, openBreaks, ownerId, references, timeZone,',
  'state.accounts.limits':
    'buyingPowerPercent, maxDailyLoss, maxOrderQuantity, maxPosition, maxProductContracts, maxWorkingOrders,',
  'state.accounts.money': 'asOf, cashBalance, netLiq, version,',
  'state.accounts.openBreaks': 'acctId, asOf, difference, id, instrumentId, internal, kind, reference, status,',
  'state.accounts.references': 'asOf, extraDecimals, price, quantity,',
  'state.counters': 'action, command, order, rank, reconciliationBreak, rules, trade,',
  'state.groups':
    'currency, id, initialMargin, maintenanceMargin, priceBandBasisPoints, selfTradePolicy, selfTradeScope,',
  'state.holdings': 'closes, netBySession, position, trades,',
  'state.holdings.closes': 'profit, quantity, sessionDate,',
  'state.holdings.closes.profit': 'realised, total,',
  'state.holdings.position':
    'acctId, beforeList, carried, cost, extraDecimals, instrumentId, quantity, realised, reference, referenceConfirms, start,',
  'state.holdings.position.beforeList': 'held, lastClose, mark, profit, traded,',
  'state.holdings.position.beforeList.mark': 'extraDecimals, price,',
  'state.holdings.position.beforeList.profit': 'realised, total,',
  'state.holdings.position.beforeList.traded': 'cost, quantity,',
  'state.holdings.position.carried': 'realised, total,',
  'state.holdings.position.reference': 'asOf, extraDecimals, price, quantity,',
  'state.holdings.position.start': 'profit, sessionDate,',
  'state.holdings.position.start.profit': 'realised, total,',
  'state.holdings.trades': 'price, quantity, sessionDate,',
  'state.instruments':
    'boardChangedAt, boardSeq, closingMarks, givenStatus, haltReason, isExpired, settledSession, settlementPrice, statistics, terms,',
  'state.instruments.statistics': 'bandPrice, high, last, low, volume,',
  'state.instruments.statistics.last': 'price, quantity, sessionDate, time,',
  'state.instruments.terms': 'expiration, id, productId,',
  'state.products': 'sessionDate, sessionIsOpen, terms,',
  'state.products.terms': 'allowNegativePrices, id, maxOrderQuantity, productGroupId, scale, tick, valuePerUnit,',
};

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));
const withoutNames = (state: State): unknown => ({ ...takeSnapshot(state), clientOrders: [] });

/** A copy has no board of its own. */
const withoutMarketData = (events: readonly EngineEvent[]): EngineEvent[] =>
  events.filter(({ type }) => type !== 'MarketDataChanged');

function venue(seedOfVenue: number): { floor: EngineFixture; say: () => string } {
  const floor = new EngineFixture();
  const random = new OfficeLines(chanceOf(seedOfVenue), [acceptance]);
  const say = (): string => {
    const line = random.next();
    floor.say(line);
    return line;
  };
  return { floor, say };
}

/** The queues of all books and stops, as the numbers of their orders. */
const queues = (state: State): unknown =>
  [...state.instruments.values()].map((instrument) => [
    instrument.id,
    [...state.iterateOpenOrders(instrument)].map(({ origin }) => origin.id),
  ]);

/** What a snapshot must have met before its test means anything. */
const kinds: Readonly<Record<string, (state: State) => boolean>> = {
  'a stop order': ({ orders }) => [...orders.values()].some(({ waitsForTrigger }) => waitsForTrigger),
  'a triggered stop order': ({ orders }) => [...orders.values()].some(({ triggeredAt }) => triggeredAt !== null),
  'a partially filled order': ({ orders }) => [...orders.values()].some(({ turnover }) => turnover !== 0n),
  'an order good till a date': ({ orders }) => [...orders.values()].some(({ terms }) => terms.expireDate !== null),
  'a client order id': ({ orders }) => [...orders.values()].some(({ origin }) => origin.clientOrderId !== null),
  'a halted instrument': ({ instruments }) =>
    [...instruments.values()].some(({ givenStatus }) => givenStatus === 'Halted'),
  'an expired instrument': ({ instruments }) => [...instruments.values()].some(({ isExpired }) => isExpired),
  'a pending command': ({ pending }) => pending.size > 0,
  'a statement of positions': ({ accounts }) => [...accounts.values()].some(({ references }) => references.size > 0),
  'a statement of money': ({ accounts }) => [...accounts.values()].some(({ money }) => money.size > 0),
  'an open break': ({ accounts }) => [...accounts.values()].some(({ openBreaks }) => openBreaks.size > 0),
  'an accepted break': ({ accounts }) => [...accounts.values()].some(({ acceptedBreaks }) => acceptedBreaks.size > 0),
  'a grant': ({ accounts }) => [...accounts.values()].some(({ grants }) => grants.size > 0),
  'a limit': ({ accounts }) => [...accounts.values()].some(({ limits }) => limits.maxDailyLoss !== null),
};

describe(`the encoding of a snapshot, seed ${seed}`, () => {
  it(`gives the same state and queues after ${RUNS * COMMANDS} random commands, with everything that a state may have`, () => {
    const met = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const { floor, say } = venue(seed + run);
      for (let i = 0; i < COMMANDS; i++) {
        say();
        if (i % 10 !== 9) continue;
        const live = floor.engine.state;
        const decoded = decodeState(encodeState(live, i));
        expect({ run, i, state: text(withoutNames(decoded)) }).toEqual({ run, i, state: text(withoutNames(live)) });
        expect(queues(decoded)).toEqual(queues(live));
        for (const [kind, isMet] of Object.entries(kinds)) if (isMet(live)) met.add(kind);
      }
    }
    expect([...met].sort()).toEqual(Object.keys(kinds).sort());
  });

  it('continues with the same events as an uninterrupted venue', () => {
    for (let run = 0; run < RUNS; run++) {
      const { floor, say } = venue(seed * 3 + run);
      let restored = restore(floor.engine.state, 0);
      for (let i = 0; i < COMMANDS; i++) {
        // Some of its orders were never asked for.
        if (i % 20 === 19) restored = restore(restored.state, i);
        const line = say();
        const command = floor.commands.at(-1) as never;
        expect({ run, line, events: text(restored.apply(command)) }).toEqual({ run, line, events: text(floor.events) });
      }
      expect(computeStateHash(restored.state)).toBe(computeStateHash(floor.engine.state));
    }
  });

  it('lets a preview carry out order actions on a copy', () => {
    const { floor, say } = venue(seed);
    for (let i = 0; i < COMMANDS; i++) say();
    const restored = restore(floor.engine.state, 1);
    let previews = 0;
    for (let i = 0; i < COMMANDS; i++) {
      const copy = new Engine(new StateCopy(restored.state));
      const line = say();
      const command = floor.commands.at(-1) as Command;
      if (/^(?:Limit|Market|Stop|Order)/.test(command.type)) {
        const previewed = text(withoutMarketData(copy.apply(command)));
        expect({ line, previewed }).toEqual({ line, previewed: text(withoutMarketData(floor.events)) });
        previews++;
      }
      restored.apply(command);
      if (i % 20 === 19) expect(computeStateHash(restored.state)).toBe(computeStateHash(floor.engine.state));
    }
    expect(previews).toBeGreaterThan(COMMANDS / 4);
  });

  it('finds every cut and every changed bit', () => {
    const { floor, say } = venue(seed);
    for (let i = 0; i < COMMANDS; i++) say();
    const snapshot = encodeState(floor.engine.state, 1);
    const chance = chanceOf(seed);
    expect(findDamage(snapshot)).toBeNull();

    for (let cut = 0; cut < CUTS; cut++) {
      const length = Math.floor((snapshot.length * cut) / CUTS);
      expect([length, findDamage(snapshot.subarray(0, length))]).toEqual([length, expect.any(String)]);
    }
    for (let flip = 0; flip < FLIPS; flip++) {
      const damaged = Buffer.from(snapshot);
      const [at, bit] = [flip < 200 ? flip % 108 : chance(snapshot.length), chance(8)];
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
      expect([at, bit, findDamage(damaged)]).toEqual([at, bit, expect.any(String)]);
    }
    expect(findDamage(Buffer.concat([snapshot, Buffer.alloc(1)]))).toBe('it is torn');
  });

  it('refuses a snapshot of a later version', () => {
    const snapshot = encodeState(new EngineFixture().engine.state, 1);
    snapshot.writeUInt32BE(7, 16);
    expect(findDamage(snapshot)).toBe('version 7 of the encoding is unknown');
  });

  it('has the fields of version 6; other fields need another version', () => {
    const found: Record<string, Set<string>> = {};
    for (let run = 1; run <= RUNS; run++) {
      const { floor, say } = venue(run);
      for (let i = 0; i < COMMANDS; i++) say();
      const { state } = floor.engine;
      collectFields({ ...takeRest(state), pending: [] }, 'state', found);
      collectFields({ ...state.orders.toColumns(), dates: [], texts: [] }, 'orders', found);
    }
    const fields = Object.entries(found).map(([path, names]) => [
      path,
      [...names]
        .sort()
        .map((name) => `${name},`)
        .join(' '),
    ]);
    expect(Object.fromEntries(fields)).toEqual(FIELDS_OF_VERSION_4);
  });
});

/** The memory of client order ids is in the tables. */
function restore(state: State, time: number): Engine {
  const decoded = decodeState(encodeState(state, time));
  for (const [id, { clientOrders }] of state.accounts)
    for (const [name, known] of clientOrders.list()) decoded.accounts.get(id)?.clientOrders.set(name, known);
  return new Engine(decoded);
}

function collectFields(value: unknown, path: string, found: Record<string, Set<string>>): void {
  if (Array.isArray(value)) for (const item of value) collectFields(item, path, found);
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value))
    for (const [name, item] of Object.entries(value)) {
      (found[path] ??= new Set()).add(name);
      collectFields(item, `${path}.${name}`, found);
    }
}
