import { renderAccountField, renderAccountFilter, renderAccountsField } from './account-field.page.js';
import { emptyForm } from './fields.page.js';
import { Navigation } from './navigation.js';
import type { PageContext } from './page.js';

const createContext = (accounts: PageContext['accounts']): PageContext =>
  ({ accounts, navigation: new Navigation([{ finders: { acct_id: '/accounts' } }]) }) as unknown as PageContext;
const twoAccounts = [
  { id: 7, name: 'Hedge' },
  { id: 3, name: 'House' },
];

describe('renderAccountField', () => {
  it('shows names and submits numbers', () => {
    const markup = String(renderAccountField({ ...emptyForm, values: { acct_id: '3' } }, createContext(twoAccounts)));
    expect(markup).toContain(
      '<select id="acct_id" name="acct_id" required><option value="">Choose …</option><option value="7">Hedge (7)</option><option value="3" selected>House (3)</option></select>',
    );
  });

  it('shows the owners of accounts to those who may see them', () => {
    const context = createContext([{ id: 7, name: 'Hedge', owner: 'ada@k.test' }]);
    expect(String(renderAccountFilter('f', '', context))).toContain('>Hedge (7, ada@k.test)</option>');
  });

  it('keeps a selected account that is not in the list', () => {
    expect(String(renderAccountFilter('f', '99', createContext(twoAccounts)))).toContain(
      '<option value="99" selected>Account 99</option>',
    );
  });

  it('is a text field with a search link for many accounts', () => {
    for (const markup of [
      renderAccountField(emptyForm, createContext(null)),
      renderAccountFilter('f', '', createContext(null)),
    ].map(String)) {
      expect(markup).toContain('name="acct_id" type="text"');
      expect(markup).toContain('<a href="/accounts">Find it by name</a>');
    }
  });

  it('lists several accounts by name, keeps those outside the list, and ignores invalid text', () => {
    const options = { name: 'acct_ids', label: 'Accounts', hint: 'None is all.' };
    const markup = String(
      renderAccountsField(options, { ...emptyForm, values: { acct_ids: '3\n99' } }, createContext(twoAccounts)),
    );
    const boxes = [
      ...markup.matchAll(/<input type="checkbox" name="acct_ids" value="(\d+)"( checked)?> (.*?)<\/label>/g),
    ].map(([, value, checked, label]) => [value, checked !== undefined, label]);

    expect(boxes).toEqual([
      ['99', true, 'Account 99'],
      ['7', false, 'Hedge (7)'],
      ['3', true, 'House (3)'],
    ]);
    expect(String(renderAccountsField(options, emptyForm, createContext(twoAccounts)))).not.toContain('checked');
    expect(String(renderAccountsField(options, emptyForm, createContext([])))).toContain('There is none yet');
    expect(
      String(renderAccountsField(options, { ...emptyForm, values: { acct_ids: '3\n99' } }, createContext(null))),
    ).toMatch(/<textarea id="acct_ids"[^>]*>\n3\n99<\/textarea>/);
  });

  it('shows its error', () => {
    expect(
      String(
        renderAccountField(
          { ...emptyForm, fieldErrors: { acct_id: 'acct_id must be a number' } },
          createContext(twoAccounts),
        ),
      ),
    ).toContain('aria-invalid="true"');
  });
});
