type PendingRead = Readonly<{ run: () => void; since: number; reject: (error: unknown) => void }>;

/** Reads that wait for the end of a batch, because memory is ahead of the database until then. */
export class PendingReads {
  private reads: PendingRead[] = [];

  add<Seen>(read: () => Seen): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(read());
        } catch (error) {
          reject(Error.isError(error) ? error : new Error(String(error)));
        }
      };
      this.reads.push({ run, since: performance.now(), reject });
    });
  }

  takeAll(): readonly PendingRead[] {
    const taken = this.reads;
    this.reads = [];
    return taken;
  }

  /** Running them later has no effect. */
  rejectLate(before: number, toError: () => Error): void {
    for (const { since, reject } of this.reads) if (since < before) reject(toError());
  }
}
