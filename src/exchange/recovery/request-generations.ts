/** Tells when all requests that are in progress at some moment are done. */
export class RequestGenerations {
  private present = new Generation();
  private earlier: Promise<void> = Promise.resolve();

  /** A request begins. Call the returned function when it is done. */
  enter(): () => void {
    const generation = this.present;
    generation.size++;
    return () => {
      generation.leave();
    };
  }

  whenAllDone(): Promise<void> {
    const generation = this.present;
    this.present = new Generation();
    const { earlier } = this;
    return (this.earlier = earlier.then(() => generation.whenEmpty()));
  }
}

class Generation {
  size = 0;
  private onEmpty: (() => void) | null = null;

  leave(): void {
    if (--this.size === 0) this.onEmpty?.();
  }

  async whenEmpty(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => (this.onEmpty = resolve));
  }
}
