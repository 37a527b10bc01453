import { countedActions } from './counted-actions.js';

describe('countedActions', () => {
  const submission = { action_type: 'LimitOrderSub' };
  const cancel = { action_type: 'OrderCancellation' };
  const mass = { action_type: 'MassCancellation' };

  it.each<[unknown, number, number]>([
    [submission, 1, 0],
    [cancel, 0, 1],
    [mass, 0, 1],
    [undefined, 1, 0],
    [{ actions: [] }, 1, 0],
    [{ actions: 'all' }, 1, 0],
    [{ actions: [submission, cancel, null, mass] }, 2, 2],
    [{ actions: Array(1000).fill(submission) }, 100, 0],
  ])('counts %j as %d requests and %d cancels', (body, requests, cancels) => {
    expect(countedActions(body)).toEqual({ requests, cancels });
  });
});
