import { KeyCallsService } from '../../src/clients/key-calls.service.js';
import type { House } from './house.js';

/** Writes down what keys asked for, as every five seconds. */
export function writeKeyCalls({ app }: House): Promise<void> {
  return app.get(KeyCallsService, { strict: false }).write();
}
