import { KeyUsesService } from '../../src/clients/key-uses.service.js';
import type { TestApp } from './test-app.js';

/** Writes down when keys were last used, as a minute does. */
export function writeKeyUses({ app }: TestApp): Promise<void> {
  return app.get(KeyUsesService, { strict: false }).write();
}
