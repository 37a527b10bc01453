import { Hook } from '../access/hook.js';

type OriginCheck = (origin: string) => boolean | Promise<boolean>;

/** The origins that may read responses in a browser: those that a registered check knows. */
export class AllowedOrigins {
  readonly checks = Hook.required<OriginCheck>();

  async isAllowed(origin: string): Promise<boolean> {
    for (const check of this.checks.handlers) if (await check(origin)) return true;
    return false;
  }
}
