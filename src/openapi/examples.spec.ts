import { createExample } from './examples.js';

describe('createExample', () => {
  it.each([
    ['what the author gave', { type: 'string', examples: ['metals', 'grains'] }, 'metals'],
    ['a false that the author gave', { type: 'boolean', examples: [false] }, false],
    ['the first of an enumeration', { type: 'string', enum: ['Buy', 'Sell'] }, 'Buy'],
    ['the only value', { type: 'string', const: 'bearer' }, 'bearer'],
    ['the smallest number allowed', { type: 'integer', minimum: 7 }, 7],
    ['a number above an open bound', { type: 'number', exclusiveMinimum: 0 }, 1],
    ['a text long enough', { type: 'string', minLength: 6 }, 'namexx'],
    ['a text short enough', { type: 'string', maxLength: 2 }, 'na'],
    ['a date-time', { type: 'string', format: 'date-time' }, '2026-01-30T15:04:05.000Z'],
    ['the plain half of something that may be null', { type: ['string', 'null'] }, 'name'],
    ['the first of several', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 1],
    ['a list of one', { type: 'array', items: { $ref: '#/components/schemas/Leg' } }, [{ side: 'Buy', size: 2 }]],
    ['no item where none may be', { type: 'array', items: { type: 'string' }, maxItems: 0 }, []],
    ['null', { type: 'null' }, null],
  ])('gives %s', (_what, schema, expected) => {
    const Leg = { type: 'object', properties: { side: { enum: ['Buy'] }, size: { type: 'integer', minimum: 2 } } };

    expect(createExample(schema, { Leg }, 'name')).toEqual(expected);
  });
});
