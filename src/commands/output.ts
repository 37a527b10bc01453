/**
 * The output of a command: results on standard output, progress on standard error, so that results can be piped. After
 * the result of `serve` standard output has the service's log: JSON lines, or readable ones at a terminal.
 */
export type CliOutput = Readonly<{
  /** The result: JSON with --json, otherwise text. Called once per command. */
  result(value: unknown, text: string): void;
  /** Progress: a line on standard error. */
  progress(line: string): void;
}>;

type Stream = Readonly<{ write(text: string): unknown }>;

export function createOutput(stdout: Stream, stderr: Stream, json: boolean): CliOutput {
  return {
    result: (value, text) => void stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`),
    progress: (line) => void stderr.write(`${line}\n`),
  };
}
