/**
 * What a control takes away from the service, from outside: each of these is the bug that a row of docs/faults.md must find.
 *
 * - `fence`: the lock of the writer is always granted, and every epoch is the right one.
 * - `pending`: a large command that is not finished is not written down as such.
 * - `turns`: the queue serves those first who came first, gives nobody a share, and has no end.
 *
 * Plain JavaScript with types, as mortal-child.ts is.
 */
import { join } from 'node:path';
import type { QueuedRequest, FairQueue } from '../../src/exchange/fair-queue.js';

type Removal = 'fence' | 'pending' | 'turns';
type Queue = FairQueue<QueuedRequest>;
type Statement = Readonly<{ name?: string; text?: string; values?: readonly unknown[] }>;

const removed = process.env['REMOVED_PROTECTION'] as Removal | undefined;
const compiled = join(import.meta.dirname, '..', '..', 'dist', 'src');

/** The parameter of the projection that keeps what is pending; see projection-statement.ts. */
const PENDING = 9;

/** A statement as the service without its protection would send it. */
export function withoutProtection(statement: unknown): unknown {
  if (removed === 'fence')
    return typeof statement === 'string'
      ? unfenced(statement)
      : { ...(statement as Statement), text: unfenced((statement as Statement).text ?? '') };
  const { name, values } = statement as Statement;
  if (removed === 'pending' && name === 'projection')
    return { ...(statement as Statement), values: values?.with(PENDING, '[]') };
  return statement;
}

const unfenced = (text: string): string =>
  text
    .replace('select pg_try_advisory_lock($1, $2)', 'select $1::int + $2::int <> 0')
    .replace(/epoch = (\$\d)/, '$1::bigint is not null');

/** One line for everybody. */
class SingleLine implements Pick<Queue, 'isEmpty' | 'add' | 'take' | 'takeLate' | 'takeAll'> {
  private kept: QueuedRequest[] | undefined;

  /** Made when it is first needed: these members are lent to another class. */
  private get line(): QueuedRequest[] {
    return (this.kept ??= []);
  }

  get isEmpty(): boolean {
    return this.line.length === 0;
  }

  add(waiting: QueuedRequest): boolean {
    return this.line.push(waiting) > 0;
  }

  take(commandsMax: number): QueuedRequest[] {
    let commands = 0;
    const end = this.line.findIndex((request) => (commands += request.commands.length) > commandsMax);
    return this.line.splice(0, end === -1 ? Infinity : Math.max(1, end));
  }

  takeLate(before: number): QueuedRequest[] {
    const late = this.line.filter(({ since }) => since < before);
    this.kept = this.line.filter(({ since }) => since >= before);
    return late;
  }

  takeAll(): QueuedRequest[] {
    return this.line.splice(0);
  }
}

/** Before the service is loaded. */
export async function removeProtection(): Promise<void> {
  if (removed !== 'turns') return;
  const { FairQueue } = (await import(
    join(compiled, 'exchange', 'fair-queue.js')
  )) as typeof import('../../src/exchange/fair-queue.js');
  const members = Object.getOwnPropertyDescriptors(SingleLine.prototype);
  Object.defineProperties(FairQueue.prototype, { ...members, constructor: { value: FairQueue } });
}
