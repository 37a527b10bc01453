import { allowedBrowserDifferences } from './allowed-browser-differences.js';
import { allowedTokenDifferences } from './allowed-token-differences.js';
import { browserRequests } from './browser-requests.js';
import { discoveryRequests } from './discovery-requests.js';
import { grantRequests } from './grant-requests.js';
import { type Aspect, observe } from './observe.js';
import { presentedTokenRequests, userInfoRequests } from './presented-token-requests.js';
import type { Request } from './request.js';
import { openSites } from '../support/sites.js';
import { tokenRequests } from './token-requests.js';

const requests: readonly Request[] = [
  ...discoveryRequests,
  ...tokenRequests,
  ...grantRequests,
  ...presentedTokenRequests,
  ...userInfoRequests,
  ...browserRequests,
];

const allowed = [...allowedTokenDifferences, ...allowedBrowserDifferences].flatMap(({ cases }) => cases);

/** What the written list says about a request; one request may stand there for more than one reason. */
const allowedFor = (request: string): object =>
  Object.assign(
    {},
    ...allowed.filter(({ requests: listed }) => listed.includes(request)).map(({ differs }) => differs),
  ) as object;

/**
 * The same requests to this service and to node-oidc-provider. Where they answer differently, one of them is wrong or both are
 * right, and then a list says why (`allowed-…-differences.ts`). A difference that is not listed fails, and so does a listed one that is gone.
 */
describe('beside node-oidc-provider', () => {
  let sites: Awaited<ReturnType<typeof openSites>>;
  beforeAll(async () => {
    sites = await openSites();
  });
  afterAll(() => sites.close());

  it('sends every request under a name of its own, and enough of them', () => {
    const names = requests.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(120);
    expect(allowed.flatMap((one) => one.requests).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(requests)('$name', async ({ name, send }) => {
    const [ours, theirs] = [
      observe(sites.ours.url, await send(sites.ours)),
      observe(sites.theirs.url, await send(sites.theirs)),
    ];
    const differing = (Object.keys(ours) as Aspect[]).filter((aspect) => ours[aspect] !== theirs[aspect]);

    expect(Object.fromEntries(differing.map((aspect) => [aspect, [ours[aspect], theirs[aspect]]]))).toEqual(
      allowedFor(name),
    );
  });
});
