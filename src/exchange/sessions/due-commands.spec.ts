import type { CommandBody } from '../../engine/command.js';
import { Engine } from '../../engine/engine.js';
import { SessionCalendar } from '../../instruments/calendar/session-calendar.js';
import { listDueCommands, type TradingHours, findNextDue } from './due-commands.js';

const actor = { userId: 0, isAdministrator: true };

/**
 * Sunday 17:00 to Friday 16:00 in Chicago, with an hour's break a day; Thanksgiving is a holiday, the day after closes
 * at 12:15.
 */
const calendar = new SessionCalendar({
  timezone: 'America/Chicago',
  startTimes: [1020, 2460, 3900, 5340, 6780],
  endTimes: [2400, 3840, 5280, 6720, 8160],
  overrides: [
    { date: '2026-11-26', name: 'Thanksgiving', endTime: null },
    { date: '2026-11-27', name: 'Day after Thanksgiving', endTime: 735 },
  ],
});

const goodTill = (expireDate: string): CommandBody => ({
  ...({
    type: 'LimitOrderSub',
    acctId: 1,
    instrumentId: 8,
    side: 'Buy',
    quantity: 1,
    timeInForce: 'GTD',
    limitPrice: { digits: 100, decimals: 0 },
    stopPrice: null,
  } as const),
  ...{ postOnly: false, expireDate, clientOrderId: null, tag: null },
});

function openDesk({ rests = true }: Partial<TradingHours> = {}) {
  const engine = new Engine();
  const hours: TradingHours = { calendars: new Map([[1, calendar]]), rests };
  let seq = 0;
  const applyCommand = (body: CommandBody, time: number): void =>
    void engine.apply({ ...body, seq: ++seq, time, actor });
  const begin = Date.parse('2026-11-01T00:00:00Z');
  applyCommand(
    {
      type: 'DefineProductGroup',
      group: {
        id: 1,
        currency: 'USD',
        initialMargin: 0n,
        maintenanceMargin: 0n,
        priceBandBasisPoints: null,
        selfTradePolicy: 'CancelAggressor',
      },
    },
    begin,
  );
  applyCommand(
    {
      type: 'DefineProduct',
      product: {
        id: 1,
        productGroupId: 1,
        scale: 2,
        tick: 25,
        valuePerUnit: 5000n,
        maxOrderQuantity: null,
        allowNegativePrices: false,
      },
    },
    begin,
  );
  applyCommand({ type: 'DefineInstrument', instrument: { id: 7, productId: 1, expiration: '2026-11-20' } }, begin);
  applyCommand({ type: 'DefineInstrument', instrument: { id: 8, productId: 1, expiration: null } }, begin);
  return {
    tell: applyCommand,
    /** Describes everything due at this moment, and what is due after it is done. */
    at(moment: string): string[] {
      const now = Date.parse(moment);
      const done: string[] = [];
      for (
        let due = listDueCommands(engine.state, hours, now);
        due.length > 0;
        due = listDueCommands(engine.state, hours, now)
      ) {
        for (const body of due) {
          applyCommand(body, now);
          done.push(
            `${body.type} ${'sessionDate' in body ? body.sessionDate : ''}${'instrumentId' in body ? body.instrumentId : ''}`,
          );
        }
      }
      return done;
    },
    /** The dates of the orders that are still open. */
    open: () => [...engine.state.orders.values()].map(({ terms }) => terms.expireDate),
    marks: (id: number) => [...(engine.state.instruments.get(id)?.closingMarks ?? [])],
    next: (moment: string) => new Date(findNextDue(engine.state, hours, Date.parse(moment))).toISOString(),
  };
}

describe('listDueCommands', () => {
  it('opens a session at its start and closes it at its end, each once', () => {
    const desk = openDesk();
    expect(desk.at('2026-11-15T22:59:59.999Z')).toEqual([]);
    expect(desk.next('2026-11-15T22:59:59.999Z')).toBe('2026-11-15T23:00:00.000Z');
    expect(desk.at('2026-11-15T23:00:00Z')).toEqual(['OpenSession 2026-11-16']);
    expect(desk.next('2026-11-15T23:00:00Z')).toBe('2026-11-16T22:00:00.000Z');
    expect(desk.at('2026-11-16T21:59:59.999Z')).toEqual([]);
    expect(desk.at('2026-11-16T22:00:00Z')).toEqual(['CloseSession 2026-11-16']);
    expect(desk.at('2026-11-16T22:30:00Z')).toEqual([]);
    expect(desk.at('2026-11-16T23:00:00Z')).toEqual(['OpenSession 2026-11-17']);
  });

  it('closes the session before the first one of all at the settlement prices that are known', () => {
    const desk = openDesk();
    desk.tell({ type: 'SettleInstrument', instrumentId: 8, price: { digits: 10_025, decimals: 2 } }, 0);

    expect(desk.at('2026-11-16T12:00:00Z')).toEqual([
      'OpenSession 2026-11-13',
      'CloseSession 2026-11-13',
      'OpenSession 2026-11-16',
    ]);
    expect([desk.marks(7), desk.marks(8)]).toEqual([[], [['2026-11-13', 10_025]]]);
  });

  it('closes an overdue session, opens the last missed one for its close, and opens the current one', () => {
    const desk = openDesk();
    desk.at('2026-11-16T12:00:00Z');
    expect(desk.at('2026-11-19T12:00:00Z')).toEqual([
      'CloseSession 2026-11-16',
      'OpenSession 2026-11-18',
      'CloseSession 2026-11-18',
      'OpenSession 2026-11-19',
    ]);
    expect(desk.at('2026-11-19T12:00:00Z')).toEqual([]);
    expect(desk.at('2026-11-19T22:10:00Z')).toEqual(['CloseSession 2026-11-19']);
    expect(desk.at('2026-11-20T22:10:00Z')).toEqual([
      'ExpireInstrument 7',
      'OpenSession 2026-11-20',
      'CloseSession 2026-11-20',
    ]);
  });

  it('expires orders whose date passed during downtime, also when no session is open', () => {
    const desk = openDesk();
    desk.at('2026-11-18T12:00:00Z');
    desk.tell(
      {
        type: 'OpenAccount',
        acctId: 1,
        ownerId: 1,
        name: 'One',
        currency: 'USD',
        timeZone: 'UTC',
        limits: {
          maxOrderQuantity: null,
          maxPosition: null,
          maxProductContracts: null,
          maxDailyLoss: null,
          buyingPowerPercent: null,
          maxWorkingOrders: null,
        },
      },
      Date.parse('2026-11-18T12:00:00Z'),
    );
    for (const expireDate of ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'])
      desk.tell(goodTill(expireDate), Date.parse('2026-11-18T12:00:00Z'));
    desk.at('2026-11-21T12:00:00Z');
    expect(desk.open()).toEqual(['2026-11-22', '2026-11-23']);
    desk.at('2026-11-22T23:00:00Z');
    expect(desk.open()).toEqual(['2026-11-23']);
  });

  it('repeats nothing when the clock is set back', () => {
    const desk = openDesk();
    desk.at('2026-11-16T12:00:00Z');
    expect(desk.at('2026-11-16T22:30:00Z')).toEqual(['CloseSession 2026-11-16']);
    expect(desk.at('2026-11-16T20:30:00Z')).toEqual([]);
    expect(desk.at('2026-11-16T23:00:00Z')).toEqual(['OpenSession 2026-11-17']);
    expect(desk.at('2026-11-16T21:00:00Z')).toEqual([]);
    expect(desk.at('2026-11-17T22:00:00Z')).toEqual(['CloseSession 2026-11-17']);
  });

  it('expires instruments with their last session, also when it was never open', () => {
    const desk = openDesk();
    desk.at('2026-11-18T12:00:00Z');
    expect(desk.at('2026-11-21T12:00:00Z')).toEqual([
      'CloseSession 2026-11-18',
      'ExpireInstrument 7',
      'OpenSession 2026-11-20',
      'CloseSession 2026-11-20',
    ]);
    expect(desk.at('2026-11-21T13:00:00Z')).toEqual([]);
  });

  it('expires an instrument whose date is moved to the past, also during a session', () => {
    const desk = openDesk({ rests: false });
    expect(desk.at('2026-11-18T12:00:00Z')).toEqual(['OpenSession 2026-11-18']);
    desk.tell(
      { type: 'DefineInstrument', instrument: { id: 8, productId: 1, expiration: '2026-11-17' } },
      Date.parse('2026-11-18T12:00:00Z'),
    );
    expect(desk.at('2026-11-18T12:00:01Z')).toEqual(['ExpireInstrument 8']);
  });

  it('follows holidays and early closes', () => {
    const desk = openDesk();
    desk.at('2026-11-25T12:00:00Z');
    expect(desk.at('2026-11-26T12:00:00Z')).toEqual(['CloseSession 2026-11-25']);
    expect(desk.at('2026-11-27T12:00:00Z')).toEqual(['OpenSession 2026-11-27']);
    expect(desk.next('2026-11-27T12:00:00Z')).toBe('2026-11-27T18:15:00.000Z');
  });

  it('has one session in nights with a repeated or skipped hour', () => {
    for (const [sunday, closes] of [
      ['2026-11-01T23:00:00Z', '2026-11-02T22:00:00Z'],
      ['2027-03-14T22:00:00Z', '2027-03-15T21:00:00Z'],
    ] as const) {
      const desk = openDesk();
      const date = closes.slice(0, 10);
      expect([desk.at(sunday), desk.at(closes)]).toEqual([
        expect.arrayContaining([`OpenSession ${date}`]),
        expect.arrayContaining([`CloseSession ${date}`]),
      ]);
    }
  });

  it('opens each session as soon as the previous one closed when sessions do not rest', () => {
    const desk = openDesk({ rests: false });
    expect(desk.at('2026-11-14T12:00:00Z')).toEqual(['OpenSession 2026-11-16']);
    expect(desk.at('2026-11-16T22:00:00Z')).toEqual(['CloseSession 2026-11-16', 'OpenSession 2026-11-17']);
    expect(desk.at('2026-11-26T12:00:00Z')).toEqual([
      'CloseSession 2026-11-17',
      'ExpireInstrument 7',
      'OpenSession 2026-11-25',
      'CloseSession 2026-11-25',
      'OpenSession 2026-11-27',
    ]);
  });
});
