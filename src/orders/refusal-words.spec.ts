import { refusalWords } from './refusal-words.js';

const refused = (code: string, detail: string, errors?: readonly Readonly<{ pointer: string; message: string }>[]) => ({ code, detail, ...(errors && { errors }) });

describe('what is said of a refused order', () => {
  it('stands at the price that is not on the grid, and not at the other', () => {
    const { faults } = refusalWords(refused('price_off_tick', 'The price is not a multiple of the tick, 0.25.'), { limit_price: '10.25', stop_price: '10.3' }, '0.25');
    expect(faults).toEqual({ stop_price: 'Prices go in steps of 0.25; the nearest are 10.25 and 10.50.' });
  });

  it('stands above the form where no field is to blame', () => {
    expect(refusalWords(refused('instrument_halted', 'Trading is halted; orders can only be cancelled.'), {}, null)).toEqual({
      faults: {},
      refusal: 'Trading is halted; orders can only be cancelled. Send it when trading has been resumed. Nothing was ordered.',
    });
  });

  it('keeps to what the venue says where it knows no better, and counts the fields', () => {
    expect(refusalWords(refused('of_another_kind', 'So it is.'), {}, null).refusal).toBe('So it is. Nothing was ordered.');
    const errors = [{ pointer: '/quantity', message: 'quantity is missing' }, { pointer: '/stop_price', message: 'stop_price is not a field of a LimitOrderSub' }];
    expect(refusalWords(refused('invalid_request', 'Two', errors), {}, null)).toEqual({
      faults: { quantity: 'How many? Type a whole number, such as 5.', stop_price: 'This type of order has none: empty the field, or choose another type.' },
      refusal: 'Nothing was ordered. 2 fields need another look.',
    });
  });
});
