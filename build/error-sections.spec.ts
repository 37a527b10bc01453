import { errorSections } from './error-sections.js';

const good =
  '# Errors\n\nIntroduction.\n\n## no_order\n\nStatus: 404\n\nThere is none,\nnot even\na small one.\n\nMend: Look it up\nfirst.\n\n## too_many\nStatus: 429\nSlow down.\n\nMend: Wait.\n';

describe('errorSections', () => {
  it('reads code, status, cause and mend of every section, whatever the line breaks', () => {
    expect(errorSections(good)).toEqual([
      { code: 'no_order', status: 404, cause: 'There is none, not even a small one.', mend: 'Look it up first.' },
      { code: 'too_many', status: 429, cause: 'Slow down.', mend: 'Wait.' },
    ]);
  });

  it('reads a file with the line ends of Windows alike', () => {
    expect(errorSections(good.replaceAll('\n', '\r\n'))).toEqual(errorSections(good));
  });

  it('finds nothing in an introduction alone', () => {
    expect(errorSections('# Errors\n\nNone yet.\n')).toEqual([]);
  });

  it.each([
    ['a title that is no code', good.replace('no_order', 'No order')],
    ['a missing status', good.replace('Status: 404\n\n', '')],
    ['a status that is none', good.replace('404', '999')],
    ['a missing cause', good.replace('There is none,\nnot even\na small one.\n\n', '')],
    ['a missing mend', good.replace('Mend: Look it up\nfirst.\n\n', '')],
    ['two paragraphs of cause', good.replace('not even\n', '\n\n')],
    ['the same code twice', good.replace('too_many', 'no_order')],
  ])('refuses %s', (_what, markdown) => {
    expect(markdown).not.toBe(good);
    expect(() => errorSections(markdown)).toThrow('docs/errors.md');
  });
});
