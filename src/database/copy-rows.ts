/** Reads the rows of `copy … to stdout` as bytes: no text and no object is made of a row. */
import type pg from 'pg';

type CopyData = Readonly<{ chunk: Uint8Array }>;

/** A query as the driver executes it: it calls these methods with what the server sends. */
class CopyQuery implements pg.Submittable {
  readonly ended: Promise<void>;
  private resolve: () => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(
    private readonly text: string,
    private readonly take: (row: Uint8Array) => void,
  ) {
    this.ended = new Promise((resolve, reject) => {
      [this.resolve, this.reject] = [resolve, reject];
    });
  }

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  /** Each has one line. The bytes are valid until this returns. */
  handleCopyData({ chunk }: CopyData): void {
    this.take(chunk.subarray(0, chunk.length - 1));
  }

  handleCommandComplete(): void {
    // The server is ready for the next query after it.
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve();
  }
}

/** `take` is called for each row, without the line feed at its end. */
export function copyRows(client: pg.Client, statement: string, take: (row: Uint8Array) => void): Promise<void> {
  return client.query(new CopyQuery(statement, take)).ended;
}
