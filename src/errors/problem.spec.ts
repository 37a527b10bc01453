import { toProblem, formatProblemTitle } from './problem.js';

describe('problem', () => {
  it('has the members of RFC 9457 and of the interface in order, without the query string', () => {
    const failure = {
      status: 400,
      code: 'malformed_json',
      detail: 'No.',
      issues: [{ pointer: '/a', message: 'no' }],
      retryAfterSeconds: 3,
    };
    const problem = toProblem(failure, { baseUrl: 'https://k.example', url: '/orders?code=secret', requestId: 'r1' });

    expect(JSON.stringify(problem)).toBe(
      '{"type":"https://k.example/docs/errors/malformed_json","title":"Malformed JSON","status":400,"code":"malformed_json",' +
        '"detail":"No.","instance":"/orders","request_id":"r1","errors":[{"pointer":"/a","message":"no"}]}',
    );
  });

  it('has errors only if there are any', () => {
    const context = { baseUrl: '', url: '/', requestId: 'r' };

    expect(toProblem({ status: 404, code: 'x', detail: '' }, context)).not.toHaveProperty('errors');
    expect(toProblem({ status: 404, code: 'x', detail: '', issues: [] }, context)).not.toHaveProperty('errors');
  });

  it.each([
    ['server_error', 'Server error'],
    ['malformed_url', 'Malformed URL'],
    ['unknown_client_id', 'Unknown client ID'],
  ])('%s is titled %s', (code, title) => {
    expect(formatProblemTitle(code)).toBe(title);
  });
});
