import { KeyCallsService } from '../../src/clients/key-calls.service.js';
import { knownDoors } from '../../src/clients/known-doors.js';
import { shownAddress } from '../../src/clients/shown-address.js';
import type { OpenApi } from '../../src/openapi/openapi.js';
import type { House } from './house.js';

/** Writes down what keys asked for, as every five seconds. */
export function writeKeyCalls({ app }: House): Promise<void> {
  return app.get(KeyCallsService, { strict: false }).write();
}

/** How the address of a request of this key is kept, as the published document has it. */
export async function addressesOf(house: House, clientId: string) {
  const document: OpenApi = (await house.knock('GET', '/openapi.json')).json();
  const doors = knownDoors(document);
  return {
    paths: document.paths,
    kept: (request: Readonly<{ method: string; route: string | null; url: string }>): string =>
      shownAddress(request, clientId, doors),
  };
}
