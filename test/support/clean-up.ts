import { CleanUpService } from '../../src/auth/clean-up.service.js';
import type { House } from './house.js';

/** Removes expired rows now, in batches of a size; gives how many went. */
export const cleanUp = (house: House, batch: number): Promise<number> =>
  house.app.get(CleanUpService, { strict: false }).run(batch);
