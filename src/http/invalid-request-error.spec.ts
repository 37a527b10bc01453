import { formatIssue } from './invalid-request-error.js';

describe('formatIssue', () => {
  it.each([
    [
      'a field that nobody knows',
      {
        rule: 'whitelistValidation',
        message: 'property name should not exist',
        value: 1,
        known: ['names', 'quantity'],
      },
      'name is not known here; did you mean names? Known: names, quantity',
    ],
    [
      'a field that is like none',
      { rule: 'whitelistValidation', message: 'property name should not exist', value: 1, known: ['quantity'] },
      'name is not known here. Known: quantity',
    ],
    [
      'a value that is like a known one',
      { rule: 'isIn', message: 'name must be one of the following values: Buy, Sell', value: 'SEL' },
      'name must be one of the following values: Buy, Sell; did you mean Sell?',
    ],
    [
      'one value of several',
      {
        rule: 'isIn',
        message: 'each value in name must be one of the following values: Buy, Sell',
        value: ['Sell', 'buyy'],
      },
      'each value in name must be one of the following values: Buy, Sell; did you mean Buy?',
    ],
    [
      'a field that is not there',
      { rule: 'maxLength', message: 'name must be shorter than or equal to 9 characters', value: undefined },
      'name is missing',
    ],
    [
      'a number where a text belongs',
      { rule: 'maxLength', message: 'name must be shorter than or equal to 9 characters', value: 7 },
      'name must be text',
    ],
    [
      'an object where a text belongs',
      { rule: 'isEmail', message: 'name must be an email', value: {} },
      'name must be text',
    ],
    [
      'a number with an exponent',
      { rule: 'max', message: 'name must not be greater than 1000', value: '1e3' },
      'name must be a number, in plain digits',
    ],
    [
      'two numbers where one belongs',
      { rule: 'isInt', message: 'name must be an integer number', value: ['1', '2'] },
      'name must be one number, in plain digits',
    ],
    [
      'a number that is too great',
      { rule: 'max', message: 'name must not be greater than 1000', value: 1001 },
      'name must not be greater than 1000',
    ],
    [
      'a text that is empty',
      { rule: 'isLength', message: 'name must be longer than or equal to 1 characters', value: '' },
      'name must not be empty',
    ],
    [
      'a text that is too short',
      { rule: 'minLength', message: 'name must be longer than or equal to 3 characters', value: 'a' },
      'name must have at least 3 characters',
    ],
    [
      'a text that is too long',
      { rule: 'maxLength', message: 'name must be shorter than or equal to 9 characters', value: 'a' },
      'name must have at most 9 characters',
    ],
    [
      'no email address',
      { rule: 'isEmail', message: 'name must be an email', value: 'a' },
      'name must be an email address',
    ],
    [
      'a list of wrong texts',
      { rule: 'isString', message: 'each value in name must be a string', value: [1] },
      'each value in name must be text',
    ],
    [
      'a rule with words of its own',
      { rule: 'matches', message: 'name must be a path of this service', value: 'a' },
      'name must be a path of this service',
    ],
  ])('says what is wrong with %s', (_what, broken, expected) => {
    expect(formatIssue({ field: 'name', ...broken })).toBe(expected);
  });
});
