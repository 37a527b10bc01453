import { listFields, formatType } from './fields.js';

const Leg = {
  type: 'object',
  properties: { side: { enum: ['Buy', 'Sell'] }, price: { type: 'number', description: 'Per unit.' } },
  required: ['side'],
};
const Tree = { type: 'object', properties: { tree: { $ref: '#/components/schemas/Tree' } } };
const legs = { type: 'array', items: { $ref: '#/components/schemas/Leg' }, maxItems: 3 };

describe('listFields', () => {
  it('names inner fields by path', () => {
    expect(listFields({ type: 'object', properties: { legs, note: { type: ['string', 'null'] } } }, { Leg })).toEqual([
      { name: 'legs', type: 'list of object, at most 3 items', required: false, description: '' },
      { name: 'legs[].side', type: '"Buy" or "Sell"', required: true, description: '' },
      { name: 'legs[].price', type: 'number', required: false, description: 'Per unit.' },
      { name: 'note', type: 'text or null', required: false, description: '' },
    ]);
  });

  it('terminates on recursive schemas', () => {
    expect(listFields(Tree, { Tree }).at(-1)?.name).toBe('tree.tree.tree.tree.tree.tree');
  });

  it('lists a field of several alternatives once, required if every one requires it', () => {
    const needs = (...others: object[]) =>
      listFields({ anyOf: [Leg, ...others] }, {}).map(({ name, required }) => [name, required]);
    expect(needs(Leg, { type: 'null' })).toEqual([
      ['side', true],
      ['price', false],
    ]);
    expect(needs({ ...Leg, required: ['price'] })).toEqual([
      ['side', false],
      ['price', false],
    ]);
    expect(needs({ type: 'array', items: Leg }).slice(0, 3)).toEqual([
      ['side', true],
      ['price', false],
      ['[].side', true],
    ]);
  });
});

describe('formatType', () => {
  it.each([
    [{ type: 'integer', minimum: 1, maximum: 9, default: 3 }, 'integer, ≥ 1, ≤ 9, otherwise 3'],
    [{ type: 'string', format: 'date' }, 'text, date'],
    [{ const: 'bearer' }, '"bearer"'],
    [{ anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] }, 'number, > 0 or null'],
    [{}, 'any value'],
  ])('says %j as %s', (schema, expected) => {
    expect(formatType(schema, {})).toBe(expected);
  });
});
