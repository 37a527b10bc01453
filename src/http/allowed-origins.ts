type OriginCheck = (origin: string) => boolean | Promise<boolean>;

/** The origins that may read responses in a browser: none, until the module of API keys registers its check. */
export class AllowedOrigins {
  private check: OriginCheck = () => false;

  setCheck(check: OriginCheck): void {
    this.check = check;
  }

  async isAllowed(origin: string): Promise<boolean> {
    return this.check(origin);
  }
}
