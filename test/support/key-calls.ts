import { KeyCallsService } from '../../src/clients/calls/key-calls.service.js';
import { toKnownEndpoints } from '../../src/clients/calls/known-endpoints.js';
import { formatShownAddress } from '../../src/clients/calls/shown-address.js';
import type { OpenApi } from '../../src/openapi/openapi.js';
import type { TestApp } from './test-app.js';

/** Writes down what keys asked for, as every five seconds. */
export function writeKeyCalls({ app }: TestApp): Promise<void> {
  return app.get(KeyCallsService, { strict: false }).write();
}

/** How the address of a request of this key is kept, as the published document has it. */
export async function readCallAddresses(testApp: TestApp, clientId: string) {
  const document: OpenApi = (await testApp.request('GET', '/openapi.json')).json();
  const endpoints = toKnownEndpoints(document);
  return {
    paths: document.paths,
    kept: (request: Readonly<{ method: string; route: string | null; url: string }>): string =>
      formatShownAddress(request, clientId, endpoints),
  };
}
