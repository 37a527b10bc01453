import { KeyUsesService } from '../../src/clients/key-uses.service.js';
import type { House } from './house.js';

/** Writes down when keys were last used, as a minute does. */
export function writeKeyUses({ app }: House): Promise<void> {
  return app.get(KeyUsesService, { strict: false }).write();
}
