import { countActionTokens } from './order-action-tokens.js';

describe('countActionTokens', () => {
  const submission = { action_type: 'LimitOrderSub' };
  const cancel = { action_type: 'OrderCancellation' };
  const massCancellation = { action_type: 'MassCancellation' };

  it.each<[unknown, number, number]>([
    [submission, 1, 0],
    [cancel, 0, 1],
    [massCancellation, 0, 1],
    [undefined, 1, 0],
    [{ actions: [] }, 1, 0],
    [{ actions: 'all' }, 1, 0],
    [{ actions: [submission, cancel, null, massCancellation] }, 2, 2],
    [{ actions: Array(1000).fill(submission) }, 100, 0],
  ])('counts %j as %d requests and %d cancels', (body, requests, cancels) => {
    expect(countActionTokens(body)).toEqual({ requests, cancels });
  });
});
