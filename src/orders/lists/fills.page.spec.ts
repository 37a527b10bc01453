import { anonymousPageContext } from '../../../test/support/page-context.js';
import { fillsPage } from './fills.page.js';

describe('page of fills', () => {
  it.each([
    [false, 'Executions of your orders, one line for each.'],
    [true, 'Executions of the orders of all accounts, one line for each.'],
  ])('says whose orders they are: administrator %p', (isAdministrator, lead) => {
    const { body } = fillsPage([], { ...anonymousPageContext, path: '/fills', isAdministrator, accounts: [] });

    expect(body.toString()).toContain(`<p class="lead">${lead}</p>`);
  });
});
