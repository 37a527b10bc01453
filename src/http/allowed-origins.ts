type OriginCheck = (origin: string) => boolean | Promise<boolean>;

/** Which sites may read our answers in a browser: none, until the room that knows the keys says how to find out. */
export class AllowedOrigins {
  private check: OriginCheck = () => false;

  setCheck(check: OriginCheck): void {
    this.check = check;
  }

  async isAllowed(origin: string): Promise<boolean> {
    return this.check(origin);
  }
}
