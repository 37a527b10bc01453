import { accountField, accountFilter, accountsField } from './account-field.page.js';
import { nothingEntered } from './fields.page.js';
import type { Visit } from './page.js';

const visit = (accounts: Visit['accounts']): Visit => ({ accounts }) as unknown as Visit;
const two = [
  { id: 7, name: 'Hedge' },
  { id: 3, name: 'House' },
];

describe('a field for an account', () => {
  it('offers names, and sends numbers', () => {
    const markup = String(accountField({ ...nothingEntered, values: { acct_id: '3' } }, visit(two)));
    expect(markup).toContain(
      '<select id="acct_id" name="acct_id" required><option value="">Choose …</option><option value="7">Hedge (7)</option><option value="3" selected>House (3)</option></select>',
    );
  });

  it('keeps an account that is not among them, so that the question stays the same', () => {
    expect(String(accountFilter('f', '99', visit(two)))).toContain('<option value="99" selected>Account 99</option>');
  });

  it('is typed where there are too many, with the way to look for a name', () => {
    for (const markup of [accountField(nothingEntered, visit(null)), accountFilter('f', '', visit(null))].map(String)) {
      expect(markup).toContain('name="acct_id" type="text"');
      expect(markup).toContain('<a href="/accounts">Look for its name</a>');
    }
  });

  it('offers several by their names, keeps those that are not among them, and none of a text that is not there', () => {
    const of = { name: 'acct_ids', label: 'Accounts', hint: 'None is all.' };
    const markup = String(accountsField(of, { ...nothingEntered, values: { acct_ids: '3\n99' } }, visit(two)));
    const boxes = [
      ...markup.matchAll(/<input type="checkbox" name="acct_ids" value="(\d+)"( checked)?> (.*?)<\/label>/g),
    ].map(([, value, checked, words]) => [value, checked !== undefined, words]);

    expect(boxes).toEqual([
      ['99', true, 'Account 99'],
      ['7', false, 'Hedge (7)'],
      ['3', true, 'House (3)'],
    ]);
    expect(String(accountsField(of, nothingEntered, visit(two)))).not.toContain('checked');
    expect(String(accountsField(of, nothingEntered, visit([])))).toContain('There is none yet');
    expect(String(accountsField(of, { ...nothingEntered, values: { acct_ids: '3\n99' } }, visit(null)))).toMatch(
      /<textarea id="acct_ids"[^>]*>\n3\n99<\/textarea>/,
    );
  });

  it('says what is wrong with it', () => {
    expect(
      String(accountField({ ...nothingEntered, faults: { acct_id: 'acct_id must be a number' } }, visit(two))),
    ).toContain('aria-invalid="true"');
  });
});
