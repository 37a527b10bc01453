import { Injectable } from '@nestjs/common';
import type { State } from '../../engine/state.js';
import type { Issue } from '../../errors/domain-error.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { formatDecimal } from '../../money/decimal.js';
import { readTypedPrice } from '../../money/typed-price.js';

type ActionFields = Readonly<Record<string, unknown>>;

const PRICE_FIELDS = ['limit_price', 'stop_price'];

/** What a price in plain digits never has. */
const mayBeRead = (price: unknown): price is string => typeof price === 'string' && /,|\.\d{3}$/.test(price);

/** Reads prices of order forms as people type them, with a decimal comma as well. Programs send plain decimal numbers. */
@Injectable()
export class TypedPricesService {
  constructor(private readonly exchange: ExchangeService) {}

  /** Returns the action as a program would send it, and an issue for each price that may mean two. */
  async read<Body extends object>(body: Body): Promise<Readonly<{ body: Body; issues: readonly Issue[] }>> {
    const fields = body as ActionFields;
    const names = PRICE_FIELDS.filter((name) => mayBeRead(fields[name]));
    const tick = names.length === 0 ? null : await this.exchange.look((state) => findTick(state, fields));
    if (tick === null) return { body, issues: [] };
    const read = names.map((name) => ({ name, result: readTypedPrice(String(fields[name]), tick) }));
    return {
      body: {
        ...body,
        ...Object.fromEntries(read.flatMap(({ name, result }) => ('price' in result ? [[name, result.price]] : []))),
      },
      issues: read.flatMap(({ name, result }) =>
        'price' in result
          ? []
          : [
              {
                pointer: `/${name}`,
                message: `“${String(fields[name])}” may be ${result.readings.join(' or ')}. Write it in one of these ways`,
              },
            ],
      ),
    };
  }
}

/** Of the instrument of a new order, or of the order that is modified. */
function findTick(
  { instruments, orders }: State,
  { instrument_id: id, order_id: orderId }: ActionFields,
): string | null {
  const instrument =
    typeof orderId === 'number' ? orders.peek(orderId)?.instrument : instruments.get(typeof id === 'number' ? id : 0);
  return instrument === undefined ? null : formatDecimal(instrument.product.terms.tick, instrument.product.terms.scale);
}
