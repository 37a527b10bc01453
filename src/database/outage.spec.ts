import { isDatabaseUnavailable, findOutage } from './outage.js';

const coded = (code: string, message = 'refused'): Error => Object.assign(new Error(message), { code });

describe('findOutage', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '08000',
    '08003',
    '08006',
    '08P01',
    '53000',
    '53200',
    '53300',
    '53400',
    '57014',
    '58030',
    '25P03',
    '25006',
    '55P03',
  ])('takes %s for an unavailable database', (code) => {
    expect(findOutage(coded(code))).toMatchObject({ kind: 'busy', code: 'database_unavailable', retryAfterSeconds: 1 });
  });

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'select 1 - Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('takes “%s” for an unavailable database', (message) => {
    expect(findOutage(new Error(message))?.code).toBe('database_unavailable');
  });

  it('recognizes a full disk even if the connection broke as well', () => {
    const error = Object.assign(new Error('Connection terminated', { cause: coded('53100') }), { code: '57P02' });

    expect(findOutage(error)).toMatchObject({ kind: 'busy', code: 'storage_full', retryAfterSeconds: 30 });
  });

  it('finds the cause behind wrappers and behind several addresses of a host', () => {
    expect(isDatabaseUnavailable(new Error('flush failed', { cause: coded('57P01') }))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(true);
  });

  it('keeps the original error for the log and out of the public message', () => {
    const original = coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.7:5432');

    expect(findOutage(original)?.cause).toBe(original);
    expect(findOutage(original)?.message).not.toContain('10.0.0.7');
  });

  it.each([
    ['a broken rule of the schema', coded('23505')],
    ['a wrong statement', coded('42P01', 'relation "x" does not exist')],
    ['a corrupt page', coded('XX001')],
    ['a bug', new TypeError('undefined is not a function')],
    ['nothing', null],
    ['a text', 'Connection terminated'],
  ])('leaves %s alone', (_, error) => {
    expect(findOutage(error)).toBeNull();
  });

  it('terminates on an error that is its own cause', () => {
    const error = new Error('round and round');
    error.cause = error;

    expect(findOutage(error)).toBeNull();
  });
});
