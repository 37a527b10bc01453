import { addShownValues, toRequestBody, isFormUnchanged } from './form-body.js';

const fields = {
  numbers: ['quantity', 'limits.max_position', 'acct_ids'],
  flags: ['post_only'],
  lists: ['acct_ids', 'days'],
};
const toBody = (values: Record<string, string>) => toRequestBody(values, fields);

describe('toRequestBody', () => {
  it('returns the JSON body of a form', () => {
    expect(
      toBody({
        side: 'Buy',
        quantity: '5',
        post_only: 'on',
        'limits.max_position': '10',
        days: '2026-01-01\r\n\r\n2026-12-25 ',
        acct_ids: '7\n8',
      }),
    ).toEqual({
      side: 'Buy',
      quantity: 5,
      post_only: true,
      limits: { max_position: 10 },
      days: ['2026-01-01', '2026-12-25'],
      acct_ids: [7, 8],
    });
  });

  it('omits empty fields and page-only fields', () => {
    expect(toBody({ side: '', quantity: '  ', _symbol: 'ESZ6', tag: 'x' })).toEqual({ tag: 'x' });
  });

  it.each(['5.', '05', '1e3', 'five', '0x10', '9007199254740993', '1.10', '+1'])('leaves %j for validation', (text) => {
    expect(toBody({ quantity: text })).toEqual({ quantity: text });
  });

  it.each([
    ['-3', -3],
    ['0', 0],
    ['0.25', 0.25],
    [' 7 ', 7],
  ])('reads %j as a number', (text, number) => {
    expect(toBody({ quantity: text })).toEqual({ quantity: number });
  });

  it('leaves a value that is no switch unchanged', () => {
    expect(toBody({ post_only: 'maybe' })).toEqual({ post_only: 'maybe' });
  });

  it('uses a custom reader, also for empty fields', () => {
    const words = {
      hours: (text: string) => ({
        'week.count': text.split('\n').filter((line) => line !== '').length,
        'week.text': text,
      }),
    };

    expect(toRequestBody({ hours: 'a\nb', name: 'x' }, { words })).toEqual({
      week: { count: 2, text: 'a\nb' },
      name: 'x',
    });
    expect(toRequestBody({ hours: '' }, { words })).toEqual({ week: { count: 0, text: '' } });
    expect(toRequestBody({ name: 'x' }, { words })).toEqual({ name: 'x' });
  });

  it('omits unchanged fields, including an empty limit', () => {
    const limits = { numbers: ['limits.a', 'limits.b'], nulls: ['limits.a', 'limits.b', 'limits.c'] };
    const shown = addShownValues({ name: 'Ada', 'limits.a': '', 'limits.b': '5', 'limits.c': '7', hours: 'a\nb' });

    expect(toRequestBody({ ...shown, hours: 'a\r\nb' }, limits)).toEqual({});
    expect(toRequestBody({ ...shown, 'limits.b': '6', 'limits.c': '' }, limits)).toEqual({ limits: { b: 6, c: null } });
    expect(isFormUnchanged({ ...shown, hours: 'a\r\nb' })).toBe(true);
    expect(isFormUnchanged({ ...shown, 'limits.c': '' })).toBe(false);
    expect(isFormUnchanged({ enabled: 'no' })).toBe(false);
  });

  it('sets no prototype', () => {
    expect(toBody({ '__proto__.polluted': 'yes', 'a.__proto__': 'yes', 'constructor.prototype.x': 'yes' })).toEqual({
      a: {},
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('returns null for an empty field where null has a meaning', () => {
    expect(toRequestBody({ 'limits.max_position': ' ', name: '' }, { nulls: ['limits.max_position'] })).toEqual({
      limits: { max_position: null },
    });
  });
});
