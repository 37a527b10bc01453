import type { Credential } from '../access/access.decorator.js';

/** One door of the service, for somebody who looks for the right one. */
export type ResourceView = Readonly<{ method: string; path: string; access: Credential; summary: string }>;

export type HomeView = Readonly<{
  name: string;
  version: string;
  mode: 'sandbox' | 'production';
  documentation: string;
  openapi: string;
  resources: readonly ResourceView[];
}>;

/** What the service says of itself; addresses are absolute, because a program may have come here by any name. */
export function homeView(about: Readonly<{ version: string; mode: HomeView['mode']; baseUrl: string; resources: readonly ResourceView[] }>): HomeView {
  const { version, mode, baseUrl, resources } = about;
  return { name: 'Kontor', version, mode, documentation: `${baseUrl}/docs`, openapi: `${baseUrl}/openapi.json`, resources };
}
