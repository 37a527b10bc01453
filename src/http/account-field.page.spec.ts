import { accountField, accountFilter } from './account-field.page.js';
import { nothingEntered } from './fields.page.js';
import type { Visit } from './page.js';

const visit = (accounts: Visit['accounts']): Visit => ({ accounts }) as unknown as Visit;
const two = [{ id: 7, name: 'Hedge' }, { id: 3, name: 'House' }];

describe('a field for an account', () => {
  it('offers names, and sends numbers', () => {
    const markup = String(accountField({ ...nothingEntered, values: { acct_id: '3' } }, visit(two)));
    expect(markup).toContain('<select id="acct_id" name="acct_id" required><option value="">Choose …</option><option value="7">Hedge (7)</option><option value="3" selected>House (3)</option></select>');
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

  it('says what is wrong with it', () => {
    expect(String(accountField({ ...nothingEntered, faults: { acct_id: 'acct_id must be a number' } }, visit(two)))).toContain('aria-invalid="true"');
  });
});
