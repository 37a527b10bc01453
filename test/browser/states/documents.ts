import { none, page, type Row } from '../../support/page-rows.js';

const same = 'It says the same in every world.';
const still = { empty: none(same), full: none(same) };

/** What the service says of itself, to anonymous callers first. */
export const documents: readonly Row[] = [
  page('GET /', '/', '/?nothing=known', { by: 'anonymous', ...still }),
  page('GET /', '/', '/nowhere', { when: 'by a trader', full: none(same) }),
  page('GET /', '/', '/nowhere?at=all', { when: 'by an administrator who acts', by: 'acting', ...still }),
  page('GET /docs', '/docs', '/docs?nothing=known', { by: 'anonymous', ...still }),
  page('GET /docs', '/docs', '/docs/nowhere', { when: 'by a trader', ...still }),
  page('GET /docs/operations/:operation', '/docs/operations/issueToken', '/docs/operations/nothing', {
    by: 'anonymous',
    ...still,
    full: '/docs/operations/submitOrderActions',
  }),
  page('GET /docs/operations/:operation', '/docs/operations/listAccounts', '/docs/operations/nothing', {
    when: 'by a trader',
    ...still,
  }),
  page('GET /docs/:guide', '/docs/streams', '/docs/nowhere', { by: 'anonymous', ...still, full: '/docs/webhooks' }),
  page('GET /docs/reference', '/docs/reference', '/docs/reference?nothing=known', { by: 'anonymous', ...still }),
  page('GET /docs/reference/:resource', '/docs/reference/orders', '/docs/reference/nothing', {
    by: 'anonymous',
    ...still,
  }),
  page('GET /docs/pages', '/docs/pages', '/docs/pages?nothing=known', { by: 'anonymous', ...still }),
  page('GET /docs/search', '/docs/search?q=cancel', '/docs/search?nothing=known', {
    by: 'anonymous',
    empty: '/docs/search',
    full: '/docs/search?q=order',
  }),
  page('GET /changes', '/changes', '/changes?nothing=known', { by: 'anonymous', ...still }),
  page('GET /docs/errors', '/docs/errors', '/docs/errors?nothing=known', { by: 'anonymous', ...still }),
  page('GET /docs/errors/:code', '/docs/errors/invalid_request', '/docs/errors/nothing', { by: 'anonymous', ...still }),
  page('GET /shortcuts', '/shortcuts', '/shortcuts?nothing=known', { by: 'anonymous', ...still }),
  page('GET /shortcuts', '/shortcuts', '/shortcuts?nothing=known', { when: 'by a trader', ...still }),
  page('GET /health/ready', '/health/ready', '/health/ready?nothing=known', { by: 'anonymous', ...still }),
  page('GET /health/live', '/health/live', '/health/live?nothing=known', { by: 'anonymous', ...still }),
];
