import { Navigation } from '../../src/pages/navigation.js';
import type { PageContext } from '../../src/pages/page.js';

/** The context of a page that nobody is signed in to, for specs that render one. */
export const anonymousPageContext: PageContext = {
  path: '/x',
  baseUrl: 'http://k.test',
  version: '1.2.3',
  requestId: 'r-1',
  userName: null,
  actingFor: null,
  isAdministrator: false,
  formToken: null,
  signInUrl: null,
  hasJson: true,
  needsToken: false,
  flash: null,
  theme: null,
  density: null,
  nextUrl: null,
  navigation: new Navigation([]),
  getName: (_, id) => String(id),
  getAssetUrl: (name) => `/assets/${name}`,
};
