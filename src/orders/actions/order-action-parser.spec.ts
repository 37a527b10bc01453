import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import type { Issue } from '../../errors/domain-error.js';
import { InvalidRequestError } from '../../http/invalid-request-error.js';
import { seed } from '../../../test/support/seed.js';
import { parseOrderActions, countActionTokens } from './order-action-parser.js';
import * as actions from './order-actions.dto.js';
import * as submissions from './order-submissions.dto.js';

const { ACTION_TYPES } = actions;
const dtos = { ...actions, ...submissions };

describe('countActionTokens', () => {
  const submission = { action_type: 'LimitOrderSub' };
  const cancel = { action_type: 'OrderCancellation' };
  const massCancellation = { action_type: 'MassCancellation' };

  it.each<[unknown, number, number]>([
    [submission, 1, 0],
    [cancel, 0, 1],
    [massCancellation, 0, 1],
    [undefined, 1, 0],
    [{ actions: [] }, 1, 0],
    [{ actions: 'all' }, 1, 0],
    [{ actions: [submission, cancel, null, massCancellation] }, 2, 2],
    [{ actions: Array(1000).fill(submission) }, 100, 0],
  ])('counts %j as %d requests and %d cancels', (body, requests, cancels) => {
    expect(countActionTokens(body)).toEqual({ requests, cancels });
  });
});

type Fields = Readonly<Record<string, unknown>>;

const submission = { acct_id: 7, instrument_id: 1, side: 'Buy', quantity: 10 };
const valid: Readonly<Record<(typeof ACTION_TYPES)[number], Fields>> = {
  LimitOrderSub: { action_type: 'LimitOrderSub', ...submission, time_in_force: 'Day', limit_price: 6712.25 },
  MarketOrderSub: { action_type: 'MarketOrderSub', ...submission },
  StopOrderSub: { action_type: 'StopOrderSub', ...submission, time_in_force: 'GTC', stop_price: 6650 },
  StopLimitOrderSub: {
    action_type: 'StopLimitOrderSub',
    ...submission,
    time_in_force: 'GTC',
    stop_price: 6650,
    limit_price: '6645.5',
  },
  OrderModification: { action_type: 'OrderModification', order_id: 4711, quantity: 3 },
  OrderCancellation: { action_type: 'OrderCancellation', order_id: 4711 },
  MassCancellation: { action_type: 'MassCancellation', acct_id: 7 },
};

function parseIssues(body: unknown): readonly Issue[] {
  try {
    parseOrderActions(body);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return error.issues;
  }
}

const findPointers = (body: unknown): string[] => parseIssues(body).map(({ pointer }) => pointer);

describe('parseOrderActions', () => {
  it('returns the command of the engine', () => {
    expect(
      parseOrderActions({
        ...valid.LimitOrderSub,
        client_order_id: 'a b',
        tag: 'Ünïcode ✓',
        post_only: true,
        time_in_force: 'GTD',
        expire_date: '2026-02-28',
      }),
    ).toEqual({
      isList: false,
      actions: [
        {
          type: 'LimitOrderSub',
          acctId: 7,
          instrumentId: 1,
          side: 'Buy',
          quantity: 10,
          timeInForce: 'GTD',
          limitPrice: { digits: 671225, decimals: 2 },
          stopPrice: null,
          postOnly: true,
          expireDate: '2026-02-28',
          clientOrderId: 'a b',
          tag: 'Ünïcode ✓',
        },
      ],
    });
    expect(parseOrderActions(valid.MarketOrderSub).actions).toMatchObject([{ timeInForce: 'IOC', limitPrice: null }]);
    expect(
      parseOrderActions({
        action_type: 'OrderModification',
        acct_id: 7,
        client_order_id: 'x',
        expire_date: '2026-02-28',
        expected_version: 2,
      }).actions,
    ).toEqual([
      {
        type: 'OrderModification',
        orderId: null,
        acctId: 7,
        clientOrderId: 'x',
        quantity: null,
        limitPrice: null,
        stopPrice: null,
        timeInForce: null,
        expireDate: '2026-02-28',
        expectedVersion: 2,
      },
    ]);
    expect(parseOrderActions({ actions: [valid.OrderCancellation, valid.MassCancellation] })).toEqual({
      isList: true,
      actions: [
        { type: 'OrderCancellation', orderId: 4711, acctId: null, clientOrderId: null },
        { type: 'MassCancellation', acctId: 7, instrumentId: null, productGroupId: null, side: null },
      ],
    });
  });

  it.each<[number | string, number, number]>([
    [0.0000001, 1, 7],
    ['-0.5', -5, 1],
    [0.1 + 0.2, 30000000000000004, 17],
    ['1.00000000001', 100000000001, 11],
    ['123456789012345.25', 12345678901234524, 2],
    ['123456789012345', 123456789012345, 0],
  ])('takes %s for a price, whether or not it fits anything', (price, digits, decimals) => {
    expect(parseOrderActions({ ...valid.LimitOrderSub, limit_price: price }).actions).toMatchObject([
      { limitPrice: { digits, decimals } },
    ]);
  });

  it.each<[string, Fields, string[]]>([
    ['a type that is none', { ...valid.LimitOrderSub, action_type: 'LimitOrder' }, ['/action_type']],
    ['no type', submission, ['/action_type']],
    ['an unknown field', { ...valid.LimitOrderSub, price: 1 }, ['/price']],
    ['a price on a market order', { ...valid.MarketOrderSub, limit_price: 1 }, ['/limit_price']],
    ['a limit on a stop order', { ...valid.StopOrderSub, limit_price: 1 }, ['/limit_price']],
    ['post_only on a stop limit', { ...valid.StopLimitOrderSub, post_only: true }, ['/post_only']],
    [
      'everything missing',
      { action_type: 'StopLimitOrderSub' },
      ['/time_in_force', '/acct_id', '/instrument_id', '/side', '/quantity', '/limit_price', '/stop_price'],
    ],
    ['null', { ...valid.LimitOrderSub, tag: null }, ['/tag']],
    ['a stop that is IOC', { ...valid.StopOrderSub, time_in_force: 'IOC' }, ['/time_in_force']],
    ['a market order for the day', { ...valid.MarketOrderSub, time_in_force: 'Day' }, ['/time_in_force']],
    ['GTD without a date', { ...valid.LimitOrderSub, time_in_force: 'GTD' }, ['/expire_date']],
    ['a date without GTD', { ...valid.LimitOrderSub, expire_date: '2026-02-28' }, ['/expire_date']],
    [
      'a date that does not exist',
      { ...valid.LimitOrderSub, time_in_force: 'GTD', expire_date: '2026-02-30' },
      ['/expire_date'],
    ],
    ['post_only that cannot wait', { ...valid.LimitOrderSub, time_in_force: 'FOK', post_only: true }, ['/post_only']],
    ['half a contract', { ...valid.LimitOrderSub, quantity: 0.5 }, ['/quantity']],
    ['a quantity that no column holds', { ...valid.LimitOrderSub, quantity: 2 ** 31 }, ['/quantity']],
    ['a quantity as text', { ...valid.LimitOrderSub, quantity: '5' }, ['/quantity']],
    ['a price with an exponent', { ...valid.LimitOrderSub, limit_price: '1e3' }, ['/limit_price']],
    ['a price that is no number', { ...valid.LimitOrderSub, limit_price: 'NaN' }, ['/limit_price']],
    ['a price of 16 digits', { ...valid.LimitOrderSub, limit_price: 1234567890123456 }, ['/limit_price']],
    ['the same as text', { ...valid.LimitOrderSub, limit_price: '1234567890123456.5' }, ['/limit_price']],
    ['a price of 41 decimals', { ...valid.LimitOrderSub, limit_price: `0.${'1'.repeat(41)}` }, ['/limit_price']],
    ['a price with a zero in front', { ...valid.LimitOrderSub, limit_price: '007.25' }, ['/limit_price']],
    ['a label with a control character', { ...valid.LimitOrderSub, client_order_id: 'a\u0007' }, ['/client_order_id']],
    ['a label of blanks', { ...valid.LimitOrderSub, client_order_id: '  ' }, ['/client_order_id']],
    ['a label of what cannot be seen', { ...valid.LimitOrderSub, tag: 'a\u200bb' }, ['/tag']],
    ['65 characters', { ...valid.LimitOrderSub, tag: '😀'.repeat(65) }, ['/tag']],
    ['an order named twice', { ...valid.OrderCancellation, acct_id: 7, client_order_id: 'x' }, ['']],
    ['an order named in half', { action_type: 'OrderCancellation', acct_id: 7 }, ['']],
    ['an order not named', { action_type: 'OrderCancellation' }, ['']],
    ['a modification of nothing', { action_type: 'OrderModification', order_id: 1 }, ['']],
    [
      'a change to Day with a date',
      { action_type: 'OrderModification', order_id: 1, time_in_force: 'Day', expire_date: '2026-02-28' },
      ['/expire_date'],
    ],
    ['a mass cancellation of everything', { action_type: 'MassCancellation' }, ['']],
    ['an empty list', { actions: [] }, ['/actions']],
    ['a list that is none', { actions: {} }, ['/actions']],
    ['too long a list', { actions: Array(101).fill(valid.OrderCancellation) }, ['/actions']],
    ['something beside a list', { actions: [valid.OrderCancellation], acct_id: 7 }, ['/acct_id']],
    [
      'what is wrong inside a list',
      { actions: [valid.OrderCancellation, { ...valid.MarketOrderSub, quantity: 'x', colour: 1 }, 7] },
      ['/actions/1/colour', '/actions/1/quantity', '/actions/2'],
    ],
  ])('is refused for %s, with the pointers of the fields', (_what, body, expectedPointers) => {
    expect(findPointers(body)).toEqual(expectedPointers);
  });

  it('names the bounds of the trading rule for a quantity', () => {
    expect(parseIssues({ ...valid.MarketOrderSub, quantity: 1.5 })).toEqual([
      { pointer: '/quantity', message: 'quantity must be a whole number from 1 to 1000000000' },
    ]);
  });

  it('accepts 64 characters of any script', () => {
    expect(findPointers({ ...valid.LimitOrderSub, tag: '😀'.repeat(64) })).toEqual([]);
  });

  it.each([null, undefined, [], 'LimitOrderSub', 7])('rejects %j', (body) => {
    expect(findPointers(body)).toEqual(['']);
  });

  const oddValues = fc.oneof(
    fc.constantFrom<unknown>(
      0,
      1,
      -1,
      0.5,
      2 ** 31,
      2 ** 53,
      -0,
      '',
      ' ',
      'Buy',
      'buy',
      'Day',
      'GTC',
      'IOC',
      'FOK',
      'GTD',
      '1.5',
      '1e5',
      '-3',
      'NaN',
      '2026-02-28',
      '2026-02-30',
      '2026-2-3',
      true,
      false,
      null,
      [],
      {},
      'a\u0000',
      'x'.repeat(64),
      'x'.repeat(65),
      '\ud800',
    ),
    fc.double(),
    fc.integer(),
    fc.string({ unit: 'binary', maxLength: 70 }),
  );
  const names = fc.constantFrom(
    'acct_id',
    'instrument_id',
    'symbol',
    'product_group_id',
    'order_id',
    'side',
    'quantity',
    'time_in_force',
    'limit_price',
    'stop_price',
    'post_only',
    'client_order_id',
    'tag',
    'expire_date',
    'expected_version',
    'colour',
  );

  const mutations = fc.array(fc.tuple(names, fc.oneof(oddValues, fc.constant(undefined), fc.constantFrom(1, 'x'))), {
    maxLength: 4,
  });

  /** The pointers of class-validator. A rule over several fields has its pointer in its context. */
  function findDescribedPointers(type: (typeof ACTION_TYPES)[number], body: Fields): string[] {
    const errors = validateSync(plainToInstance(dtos[type] as new () => object, body), {
      whitelist: true,
      forbidNonWhitelisted: true,
    });
    return errors.flatMap(({ property, constraints = {}, contexts = {} }) =>
      Object.keys(constraints).map((rule) => {
        const { pointer = property } = (contexts[rule] ?? {}) as Readonly<{ pointer?: string }>;
        return pointer === '' ? '' : `/${pointer}`;
      }),
    );
  }

  it('rejects the same fields as class-validator with the DTO, in 10,000 mutated bodies', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...ACTION_TYPES), mutations, (type, changes) => {
        const body = Object.fromEntries(
          Object.entries({ ...valid[type], ...Object.fromEntries(changes) }).filter(([, value]) => value !== undefined),
        );
        const pointers = new Set(findPointers(body));
        accepted += pointers.size === 0 ? 1 : 0;
        expect([...pointers].sort()).toEqual([...new Set(findDescribedPointers(type, body))].sort());
      }),
      { numRuns: 10_000, seed },
    );
    expect(accepted).toBeGreaterThan(1000);
    expect(accepted).toBeLessThan(9000);
  });
});
