import type { Credential } from '../access/access.decorator.js';

/** One endpoint of the service, for readers who look for the right one. */
export type ResourceView = Readonly<{ method: string; path: string; access: Credential; summary: string }>;

export type HomeView = Readonly<{
  name: string;
  version: string;
  mode: 'sandbox' | 'production';
  /** Who may make a user: anybody on the page /sign-up, every API key, or administrators alone. */
  registration: 'anybody' | 'keys' | 'administrators';
  documentation: string;
  openapi: string;
  resources: readonly ResourceView[];
}>;

/** What the service says of itself; addresses are absolute, because a program may have come here by any name. */
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
