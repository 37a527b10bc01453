import type { Shortcut } from '../pages/navigation.js';
import type { Credential } from '../access/access.decorator.js';

/** An endpoint in the list of the home page. */
export type ResourceView = Readonly<{ method: string; path: string; access: Credential; summary: string }>;

export type HomeView = Readonly<{
  name: string;
  version: string;
  mode: 'sandbox' | 'production';
  /** Who may register users: anyone on the page /sign-up, every API key, or administrators only. */
  registration: 'anybody' | 'keys' | 'administrators';
  documentation: string;
  openapi: string;
  resources: readonly ResourceView[];
}>;

/** The description of the service. URLs are absolute, because the service may be reached under several names. */
export function toHomeView(
  about: Readonly<{
    version: string;
    mode: HomeView['mode'];
    registration: HomeView['registration'];
    baseUrl: string;
    resources: readonly ResourceView[];
  }>,
): HomeView {
  const { version, mode, registration, baseUrl, resources } = about;
  return {
    name: 'Kontor',
    version,
    mode,
    registration,
    documentation: `${baseUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    resources,
  };
}

/** The keyboard shortcuts of one place. */
export type ShortcutsView = readonly Readonly<{ where: string; keys: readonly Pick<Shortcut, 'keys' | 'does'>[] }>[];

/** The shortcuts by place, in their order. */
export const toShortcutsView = (shortcuts: readonly Shortcut[]): ShortcutsView =>
  [...Map.groupBy(shortcuts, ({ where }) => where)].map(([where, group]) => ({
    where,
    keys: group.map(({ keys, does }) => ({ keys, does })),
  }));
