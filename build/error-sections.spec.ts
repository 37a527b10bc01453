import { parseErrorSections } from './error-sections.js';

const validMarkdown =
  '# Errors\n\nIntroduction.\n\n## no_order\n\nStatus: 404\n\nThere is none,\nnot even\na small one.\n\nFix: Look it up\nfirst.\n\n## too_many\nStatus: 429\nSlow down.\n\nFix: Wait.\n';

describe('errorSections', () => {
  it('reads code, status, cause and fix of every section, whatever the line breaks', () => {
    expect(parseErrorSections(validMarkdown)).toEqual([
      { code: 'no_order', status: 404, cause: 'There is none, not even a small one.', fix: 'Look it up first.' },
      { code: 'too_many', status: 429, cause: 'Slow down.', fix: 'Wait.' },
    ]);
  });

  it('reads a file with the line ends of Windows alike', () => {
    expect(parseErrorSections(validMarkdown.replaceAll('\n', '\r\n'))).toEqual(parseErrorSections(validMarkdown));
  });

  it('finds nothing in an introduction alone', () => {
    expect(parseErrorSections('# Errors\n\nNone yet.\n')).toEqual([]);
  });

  it.each([
    ['a title that is no code', validMarkdown.replace('no_order', 'No order')],
    ['a missing status', validMarkdown.replace('Status: 404\n\n', '')],
    ['a status that is none', validMarkdown.replace('404', '999')],
    ['a missing cause', validMarkdown.replace('There is none,\nnot even\na small one.\n\n', '')],
    ['a missing fix', validMarkdown.replace('Fix: Look it up\nfirst.\n\n', '')],
    ['two paragraphs of cause', validMarkdown.replace('not even\n', '\n\n')],
    ['the same code twice', validMarkdown.replace('too_many', 'no_order')],
  ])('refuses %s', (_what, markdown) => {
    expect(markdown).not.toBe(validMarkdown);
    expect(() => parseErrorSections(markdown)).toThrow('docs/errors.md');
  });
});
