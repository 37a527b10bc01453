/**
 * The body of a row of `journal_batches`: the commands of one transaction. Version 1, numbers in network byte order:
 *
 *     u8    version, 1
 *     u32   number of commands; the first has the number of the row, and each further one the next
 *     and for each command
 *       f64   time in milliseconds since 1970
 *       i32   user (0 is the service itself)
 *       i32   acting user
 *       u8    flags: 1 the caller is an administrator, 2 an API key follows
 *       [u16  length in bytes, and the id of the API key]
 *       u8    length in bytes, and the type of the command
 *       u32   length in bytes, and the command without its type as JSON, in the format of `command-text.ts`
 *
 * Text is UTF-8. A change of the format has another version, and the decoder reads all of them.
 */
import type { CommandBody } from '../../engine/command.js';
import type { CommandCaller } from '../caller.js';

const VERSION = 1;
const IS_ADMINISTRATOR = 1;
const HAS_CLIENT = 2;
const HEADER_BYTES = 5;
/** Time, both users, flags, and the lengths of type and command. */
const FIXED_BYTES = 8 + 4 + 4 + 1 + 1 + 4;

/** A command as the journal keeps it; `payload` is its JSON. */
export type EncodedCommand = Readonly<{
  time: number;
  caller: CommandCaller;
  type: CommandBody['type'];
  payload: string;
}>;

export type JournalCommand = EncodedCommand & Readonly<{ seq: number }>;

export class JournalFormatError extends Error {}

export function encodeBatch(commands: readonly EncodedCommand[]): Buffer {
  let size = HEADER_BYTES;
  for (const { caller, type, payload } of commands)
    size += FIXED_BYTES + sizeOfClient(caller.clientId) + type.length + Buffer.byteLength(payload);
  const body = Buffer.allocUnsafe(size);
  let at = body.writeUInt32BE(commands.length, body.writeUInt8(VERSION, 0));
  for (const command of commands) at = writeCommand(body, at, command);
  return body;
}

const sizeOfClient = (clientId: string | null): number => (clientId === null ? 0 : 2 + Buffer.byteLength(clientId));

function writeCommand(body: Buffer, start: number, { time, caller, type, payload }: EncodedCommand): number {
  const { userId, actingUserId, clientId, isAdministrator } = caller;
  let at = body.writeDoubleBE(time, start);
  at = body.writeInt32BE(actingUserId, body.writeInt32BE(userId, at));
  at = body.writeUInt8((isAdministrator ? IS_ADMINISTRATOR : 0) | (clientId === null ? 0 : HAS_CLIENT), at);
  if (clientId !== null) {
    const bytes = body.write(clientId, at + 2);
    at = body.writeUInt16BE(bytes, at) + bytes;
  }
  at = body.writeUInt8(type.length, at);
  at += body.write(type, at, 'latin1');
  const bytes = body.write(payload, at + 4);
  return body.writeUInt32BE(bytes, at) + bytes;
}

/** `first` is the number of the first command. */
export function decodeBatch(first: number, body: Buffer): JournalCommand[] {
  try {
    const reader = new BodyReader(body);
    const version = reader.readByte();
    if (version !== VERSION) throw new JournalFormatError(`Version ${version} of the journal is unknown.`);
    const commands = Array.from({ length: reader.readLength() }, (_, n) => ({
      seq: first + n,
      ...reader.readCommand(),
    }));
    reader.requireEnd();
    return commands;
  } catch (error) {
    if (error instanceof RangeError) throw new JournalFormatError('The batch ends within a command.', { cause: error });
    throw error;
  }
}

class BodyReader {
  private at = 0;

  constructor(private readonly body: Buffer) {}

  readByte(): number {
    return this.body.readUInt8(this.at++);
  }

  readLength(): number {
    const length = this.body.readUInt32BE(this.at);
    if (length > this.body.length) throw new RangeError(`A length of ${length} is more than the whole batch.`);
    this.at += 4;
    return length;
  }

  readCommand(): EncodedCommand {
    const time = this.body.readDoubleBE(this.at);
    const userId = this.body.readInt32BE(this.at + 8);
    const actingUserId = this.body.readInt32BE(this.at + 12);
    this.at += 16;
    const flags = this.readByte();
    const clientId = (flags & HAS_CLIENT) === 0 ? null : this.readClient();
    const type = this.readText(this.readByte()) as CommandBody['type'];
    const payload = this.readText(this.readLength());
    return {
      time,
      caller: { userId, actingUserId, clientId, isAdministrator: (flags & IS_ADMINISTRATOR) !== 0 },
      type,
      payload,
    };
  }

  requireEnd(): void {
    if (this.at !== this.body.length) throw new JournalFormatError('The batch goes on behind its last command.');
  }

  private readClient(): string {
    const length = this.body.readUInt16BE(this.at);
    this.at += 2;
    return this.readText(length);
  }

  private readText(length: number): string {
    const end = this.at + length;
    if (end > this.body.length) throw new RangeError('A text is longer than the batch.');
    const text = this.body.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }
}
