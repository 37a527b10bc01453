/**
 * A small language in which the tests of the venue are written, one command a line:
 *
 *     a buys 5 at 100 ioc            b sells 3 market            a buys 2 stop 105 at 106 as mine on Y
 *     a changes 1 to 3 at 99         b cancels 2                 b cancels all Y sells
 *     close 2026-01-05               halt X                      a is limited position 5
 *     a cancels all in 2             continue in 2
 *     rules 2                        e opens of a                group 1 band 500 owner
 *
 * Accounts are single letters, each owned by the user of the same number; instruments are X and Y of one product and Z of another;
 * prices are whole. Who acts for another's account is named first: `b for a buys 1 at 100`.
 */
import type {
  AccountLimits,
  Command,
  CommandBody,
  OrderAddress,
  OrderSubmissionCommand,
  TimeInForce,
} from '../../src/engine/command.js';
import type { Side } from '../../src/engine/side.js';
import { type Decimal, parseDecimal } from '../../src/money/decimal.js';

const UNLIMITED: AccountLimits = {
  maxOrderQuantity: null,
  maxPosition: null,
  maxProductContracts: null,
  maxDailyLoss: null,
  buyingPowerPercent: null,
  maxWorkingOrders: null,
};

const instruments: Readonly<Record<string, number>> = { X: 1, Y: 2, Z: 3, W: 99 };
const limitNames = {
  size: 'maxOrderQuantity',
  position: 'maxPosition',
  product: 'maxProductContracts',
  loss: 'maxDailyLoss',
  power: 'buyingPowerPercent',
  orders: 'maxWorkingOrders',
} as const;

const letters = 'abcdefgh';
export const accountOf = (letter: string): number => letters.indexOf(letter) + 1;
export const instrumentOf = (name: string): number => instruments[name] ?? 98;

function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new Error(`${text} is no price.`);
  return parsed;
}

/** The words of a line, taken from the left. */
class Words {
  constructor(private readonly words: string[]) {}

  next(): string {
    return this.words.shift() ?? '';
  }

  /** The word after this one, wherever it stands; both are gone then. */
  after(name: string): string | null {
    const at = this.words.indexOf(name);
    return at === -1 ? null : (this.words.splice(at, 2)[1] ?? '');
  }

  has(...names: string[]): string | null {
    const at = this.words.findIndex((word) => names.includes(word));
    return at === -1 ? null : (this.words.splice(at, 1)[0] ?? null);
  }
}

export function parse(line: string, seq: number, pending = Infinity): Command {
  const words = new Words(line.trim().split(/\s+/));
  const who = words.next();
  const isAccount = /^[a-h]$/.test(who);
  const whose = words.after('for') ?? who;
  const actor = isAccount ? { userId: accountOf(who), isAdministrator: false } : { userId: 0, isAdministrator: true };
  const body =
    who === 'continue'
      ? continuation(pending, words)
      : isAccount
        ? accountLine(accountOf(whose), words)
        : venueLine(who, words);
  const time = 1_000_000 + seq;
  // What the administration does with an account is written from the account's side all the same.
  const isOrder = /Sub$|^Order|^Mass/.test(body.type);
  return { ...body, seq, time, actor: isOrder ? actor : { userId: 0, isAdministrator: true } };
}

/** Goes on with the oldest command that is pending. */
const continuation = (pending: number, words: Words): CommandBody => ({
  type: 'ContinueCommand',
  commandSeq: Number.isFinite(pending) ? pending : 0,
  portion: Number(words.after('in') ?? 1),
});

/** `in 2` ends two orders at once, and the others by `continue`; `in 2 first 1` ends one at once if there are more than two. */
function inPortions(words: Words): { portion?: number; first?: number } {
  const [portion, first] = [words.after('in'), words.after('first')];
  return portion === null ? {} : { portion: Number(portion), ...(first !== null && { first: Number(first) }) };
}

type Verb = (acctId: number, words: Words) => CommandBody;

const accountVerbs: Readonly<Record<string, Verb>> = {
  buys: (acctId, words) => submission({ acctId, side: 'Buy' }, words),
  sells: (acctId, words) => submission({ acctId, side: 'Sell' }, words),
  changes: (acctId, words) => change(address(acctId, words.next()), words),
  cancels: cancellation,
  opens: (acctId, words) => ({
    type: 'OpenAccount',
    acctId,
    ownerId: accountOf(words.after('of') ?? letters[acctId - 1] ?? ''),
    name: `account ${acctId}`,
    currency: words.after('in') ?? 'USD',
    timeZone: 'UTC',
    limits: UNLIMITED,
  }),
  trusts: (acctId, words) => ({
    type: 'GrantAccount',
    acctId,
    userId: accountOf(words.next()),
    access: words.has('no') !== null ? null : words.has('read') === null ? 'Trade' : 'Read',
  }),
  has: statement,
  accepts: (acctId, words) => ({ type: 'AcceptBreak', acctId, breakId: Number(words.next()) }),
  is: (acctId, words) => {
    const what = words.next();
    if (what === 'limited') return { type: 'ChangeAccount', acctId, name: null, limits: limits(words) };
    if (what === 'called') return { type: 'ChangeAccount', acctId, name: words.next(), limits: null };
    return what === 'enabled'
      ? { type: 'EnableAccount', acctId }
      : { type: 'DisableAccount', acctId, ...inPortions(words) };
  },
};

function spoken<Said>(verbs: Readonly<Record<string, Said>>, verb: string): Said {
  const said = verbs[verb];
  if (said === undefined) throw new Error(`What is "${verb}"?`);
  return said;
}

const accountLine = (acctId: number, words: Words): CommandBody => spoken(accountVerbs, words.next())(acctId, words);

function submission(who: Readonly<{ acctId: number; side: Side }>, words: Words): OrderSubmissionCommand {
  const quantity = Number(words.next());
  const [limit, stop, until] = [words.after('at'), words.after('stop'), words.after('until')];
  const usual = until !== null ? 'GTD' : limit === null && stop === null ? 'IOC' : 'Day';
  return {
    ...who,
    type: typeOf(limit, stop),
    quantity,
    timeInForce: (words.has('ioc', 'fok', 'gtc')?.toUpperCase() ?? usual) as TimeInForce,
    limitPrice: optional(limit, decimal),
    stopPrice: optional(stop, decimal),
    instrumentId: instrumentOf(words.after('on') ?? 'X'),
    clientOrderId: words.after('as'),
    postOnly: words.has('post') !== null,
    expireDate: until,
    tag: null,
  };
}

function typeOf(limit: string | null, stop: string | null): OrderSubmissionCommand['type'] {
  if (stop === null) return limit === null ? 'MarketOrderSub' : 'LimitOrderSub';
  return limit === null ? 'StopOrderSub' : 'StopLimitOrderSub';
}

const optional = <Value>(word: string | null, read: (word: string) => Value): Value | null =>
  word === null ? null : read(word);

/** A number names an order; anything else is a client's own name for it. */
function address(acctId: number, word: string): OrderAddress {
  return /^\d+$/.test(word)
    ? { orderId: Number(word), acctId: null, clientOrderId: null }
    : { orderId: null, acctId, clientOrderId: word };
}

function change(which: OrderAddress, words: Words): CommandBody {
  return {
    type: 'OrderModification',
    ...which,
    quantity: optional(words.after('to'), Number),
    limitPrice: optional(words.after('at'), decimal),
    stopPrice: optional(words.after('stop'), decimal),
    timeInForce: words.after('tif') as TimeInForce | null,
    expireDate: words.after('until'),
    expectedVersion: optional(words.after('version'), Number),
  };
}

function cancellation(acctId: number, words: Words): CommandBody {
  const which = words.next();
  if (which !== 'all' && which !== 'everybody') return { type: 'OrderCancellation', ...address(acctId, which) };
  const instrument = words.has('X', 'Y', 'Z');
  const side = words.has('buys', 'sells');
  const group = words.after('group');
  return {
    type: 'MassCancellation',
    acctId: which === 'all' ? acctId : null,
    instrumentId: instrument === null ? null : instrumentOf(instrument),
    productGroupId: group === null ? null : Number(group),
    side: side === null ? null : side === 'buys' ? 'Buy' : 'Sell',
    ...inPortions(words),
  };
}

/** `a has formerly …` is a list as commands of old had it. `a has money 2026-01-02 cash 100 worth 120`, `a has positions 2026-01-02 X:5@100 Y:-2@7`. */
function statement(acctId: number, words: Words): CommandBody {
  const what = words.next();
  const isOld = what === 'formerly';
  const asOf = words.next();
  if (what === 'money')
    return {
      type: 'StateMoney',
      acctId,
      asOf,
      cashBalance: BigInt(words.after('cash') ?? 0),
      netLiq: BigInt(words.after('worth') ?? 0),
    };
  const positions = [];
  for (let word = words.next(); word !== ''; word = words.next()) {
    const [, name = '', quantity, price = ''] = /^(\w):(-?\d+)@(.+)$/.exec(word) ?? [];
    positions.push({ instrumentId: instrumentOf(name), quantity: Number(quantity), price: decimal(price) });
  }
  return { type: 'StatePositions', acctId, asOf, positions, ...(!isOld && { revision: 2 as const }) };
}

function limits(words: Words): AccountLimits {
  const given = Object.entries(limitNames).map(([word, name]) => {
    const value = words.after(word);
    return [name, value === null ? null : name === 'maxDailyLoss' ? BigInt(value) : Number(value)];
  });
  return Object.fromEntries(given) as AccountLimits;
}

const turn =
  (type: 'HaltInstrument' | 'ResumeInstrument' | 'CloseInstrument') =>
  (words: Words): CommandBody => ({ type, instrumentId: instrumentOf(words.next()) });
const session =
  (type: 'OpenSession' | 'CloseSession') =>
  (words: Words): CommandBody => ({
    type,
    sessionDate: words.next(),
    productId: Number(words.after('product') ?? 1),
    ...inPortions(words),
  });

const venueVerbs: Readonly<Record<string, (words: Words) => CommandBody>> = {
  open: session('OpenSession'),
  close: session('CloseSession'),
  halt: turn('HaltInstrument'),
  resume: turn('ResumeInstrument'),
  shut: turn('CloseInstrument'),
  expire: (words) => ({ type: 'ExpireInstrument', instrumentId: instrumentOf(words.next()), ...inPortions(words) }),
  settle: (words) => ({
    type: 'SettleInstrument',
    instrumentId: instrumentOf(words.next()),
    price: decimal(words.after('at') ?? '0'),
  }),
  rules: (words) => ({ type: 'AdoptRules', rules: Number(words.next()) }),
  group,
  product,
  instrument: (words) => ({
    type: 'DefineInstrument',
    instrument: {
      id: instrumentOf(words.next()),
      productId: Number(words.after('of') ?? 1),
      expiration: words.after('until'),
    },
  }),
};

const venueLine = (verb: string, words: Words): CommandBody => spoken(venueVerbs, verb)(words);

function group(words: Words): CommandBody {
  const id = Number(words.next());
  const band = words.after('band');
  const margin = BigInt(words.after('margin') ?? 0);
  const scope = words.has('owner', 'account') as 'owner' | 'account' | null;
  const selfTradePolicy = words.has('CancelAggressor', 'CancelResting', 'CancelBoth') as 'CancelBoth' | null;
  return {
    type: 'DefineProductGroup',
    group: {
      id,
      currency: words.after('in') ?? 'USD',
      initialMargin: margin,
      maintenanceMargin: margin,
      priceBandBasisPoints: band === null ? null : Number(band),
      selfTradePolicy: selfTradePolicy ?? 'CancelAggressor',
      ...(scope !== null && { selfTradeScope: scope }),
    },
  };
}

function product(words: Words): CommandBody {
  const id = Number(words.next());
  const most = words.after('most');
  return {
    type: 'DefineProduct',
    product: {
      id,
      productGroupId: Number(words.after('of') ?? 1),
      scale: Number(words.after('scale') ?? 0),
      tick: Number(words.after('tick') ?? 1),
      valuePerUnit: BigInt(words.after('worth') ?? 1),
      maxOrderQuantity: most === null ? null : Number(most),
      allowNegativePrices: words.has('negative') !== null,
    },
  };
}

/** The venue on which most tables begin: open, three instruments of two products, four accounts without limits and a second one of a's owner. */
export const FLOOR: readonly string[] = [
  'rules 9',
  'group 1',
  'product 1',
  'product 2',
  'instrument X of 1',
  'instrument Y of 1',
  'instrument Z of 2',
  'open 2026-01-05',
  'open 2026-01-05 product 2',
  ...['a', 'b', 'c', 'd'].map((account) => `${account} opens`),
  'g opens of a',
];
