import { describeRejection, describeRejectionDetails } from './rejection-text.js';

const rejectedWith = (
  code: string,
  detail: string,
  errors?: readonly Readonly<{ pointer: string; message: string }>[],
) => ({ code, detail, ...(errors && { errors }) });

describe('describeRejection', () => {
  it('marks the price that is off the tick, and not the other', () => {
    const { fieldErrors } = describeRejection(
      {
        ...rejectedWith('price_off_tick', 'The price is not a multiple of the tick, 0.25.'),
        tick: 0.25,
        nearest: [10.25, 10.5],
      },
      { limit_price: '10.25', stop_price: '10.3' },
      '0.25',
    );
    expect(fieldErrors).toEqual({ stop_price: 'The price tick is 0.25; the nearest are 10.25 and 10.50.' });
  });

  it('marks every field that the venue rejects in form order, each with one reason', () => {
    const fieldRejection = (
      field: 'stop_price' | 'quantity',
      code: 'price_out_of_band' | 'quantity_invalid',
      detail: string,
    ) => ({ field, code, detail });
    const faults = [
      fieldRejection('stop_price', 'price_out_of_band', 'Above zero only.'),
      fieldRejection('quantity', 'quantity_invalid', 'A whole number.'),
    ];
    const rejectionText = describeRejection(
      {
        ...rejectedWith('price_out_of_band', 'Above zero only.', [
          { pointer: '/stop_price', message: 'Above zero only.' },
        ]),
        faults,
      },
      { limit_price: '5', stop_price: '-5' },
      '0.25',
    );
    expect(Object.entries(rejectionText.fieldErrors)).toEqual([
      ['quantity', 'A whole number. Enter the number of contracts or shares.'],
      ['stop_price', 'Above zero only. Choose a price closer to the market.'],
    ]);
    expect(rejectionText.formError).toBe('No order was placed. 2 fields need correction.');
  });

  it('is shown above the form without an invalid field', () => {
    expect(
      describeRejection(rejectedWith('instrument_halted', 'Trading is halted; orders can only be canceled.'), {}, null),
    ).toEqual({
      fieldErrors: {},
      formError: 'Trading is halted; orders can only be canceled. Send it when trading resumes. No order was placed.',
    });
  });

  it('gives the reason of an exceeded limit for the whole order first, and the fix at the field', () => {
    const margin = {
      ...rejectedWith('insufficient_margin', 'The margin that this could need exceeds the buying power.'),
      ...{ required: 92500, available: 64500, used: 55500, buying_power: 120000, currency: 'USD' },
      rejected: 7,
    };
    const reason =
      'Order 7 was rejected: The margin that this could need exceeds the buying power. It requires 92,500.00 USD; 64,500.00 is available: 55,500.00 of 120,000.00 is in use. Nothing was sold.';
    expect(describeRejection(margin, { side: 'Sell', quantity: '5' }, null)).toEqual({
      fieldErrors: { quantity: 'Send a smaller order, cancel others, or use another account.' },
      formError: reason,
    });
    const faults = [{ field: 'limit_price', code: 'price_out_of_band', detail: 'Too far.' }] as const;
    expect(describeRejection({ ...margin, faults }, { side: 'Sell', quantity: '5' }, null).formError).toBe(
      `${reason} 2 fields need correction.`,
    );
  });

  it('says at the field of a limit that the venue names what to do, and not the reason again', () => {
    const detail = 'An order here may be for 3 at most.';
    const faults = [{ field: 'quantity', code: 'order_size_limit', detail }] as const;
    const limit = { ...rejectedWith('order_size_limit', detail), faults, rejected: 7 };
    expect(describeRejection(limit, { side: 'Buy', quantity: '10' }, null)).toEqual({
      fieldErrors: { quantity: 'Send a smaller order.' },
      formError: `Order 7 was rejected: ${detail} Nothing was bought.`,
    });
  });

  it('writes the price band with the decimals of the tick', () => {
    const figures = { low: 6375.5, high: 7046.5, reference: 6711 };
    const rejected = { ...rejectedWith('price_out_of_band', 'Too far.'), ...figures };
    const band = 'The price band is 6375.50 to 7046.50.';
    expect(describeRejectionDetails(figures, 2)).toBe(band);
    expect(describeRejection(rejected, { limit_price: '9000' }, '0.25').fieldErrors).toEqual({
      limit_price: `Too far. ${band} Choose a price closer to the market.`,
    });
  });

  it('writes the reference price of the reason with the decimals of the tick, and leaves other words alone', () => {
    const detail = 'The limit is more than 5.5 % beyond the reference price, 6710.5.';
    const figures = { low: 6375.5, high: 7046.5, reference: 6710.5 };
    const { fieldErrors } = describeRejection(
      { ...rejectedWith('price_out_of_band', detail), ...figures },
      { limit_price: '9000' },
      '0.25',
    );
    expect(fieldErrors['limit_price']).toBe(
      'The limit is more than 5.5 % beyond the reference price, 6710.50. The price band is 6375.50 to 7046.50. Choose a price closer to the market.',
    );
  });

  it('falls back to the venue’s text, and counts the fields', () => {
    expect(describeRejection(rejectedWith('of_another_kind', 'So it is.'), {}, null).formError).toBe(
      'So it is. No order was placed.',
    );
    const errors = [
      { pointer: '/quantity', message: 'quantity is missing' },
      { pointer: '/stop_price', message: 'stop_price is not a field of a LimitOrderSub' },
    ];
    expect(describeRejection(rejectedWith('invalid_request', 'Two', errors), {}, null)).toEqual({
      fieldErrors: {
        quantity: 'Enter a quantity as a whole number, such as 5.',
        stop_price: 'This order type has no such price: clear the field, or choose another type.',
      },
      formError: 'No order was placed. 2 fields need correction.',
    });
  });
});
