/**
 * Where a command speaks: results on standard output, what is going on on standard error, so that results can be piped. Behind
 * the result of `serve` standard output goes on with the service's log: a line of JSON per event, or a readable one at a terminal.
 */
export type CliOutput = Readonly<{
  /** The result: as JSON with --json, else as text. Called once by a command that has one. */
  result(value: unknown, text: string): void;
  /** What is going on: a line on standard error. */
  progress(line: string): void;
}>;

type Stream = Readonly<{ write(text: string): unknown }>;

export function createOutput(stdout: Stream, stderr: Stream, json: boolean): CliOutput {
  return {
    result: (value, text) => void stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`),
    progress: (line) => void stderr.write(`${line}\n`),
  };
}
