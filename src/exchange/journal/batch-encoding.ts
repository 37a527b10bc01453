/**
 * The body of a row of `journal_batches`: the commands of one transaction. Version 2, numbers in network byte order:
 *
 *     u8    version, 2
 *     u16   number of API keys, and for each key
 *       u16   length in bytes, and its id
 *     u32   number of commands; the first has the number of the row, and each further one the next
 *     and for each command
 *       f64   time in milliseconds since 1970
 *       i32   user (0 is the service itself)
 *       i32   acting user
 *       u8    flags: 1 the caller is an administrator, 2 an API key follows
 *       [u16  its place among the keys above]
 *       u8    1 to 7: an order action, in the order of `action-values.ts`; 0: another command, whose type follows
 *       [u8   length in bytes, and the type of the command]
 *       u32   length in bytes, and JSON: the values of the order action as a list, or the command without its type in the format
 *             of `command-text.ts`
 *
 * In version 1 there was no list of keys: the length and the id of its key stood in each command. Every command had its type as text.
 *
 * Text is UTF-8. A change of the format has another version, and the decoder reads all of them.
 */
import type { CommandBody } from '../../engine/command.js';
import type { CommandCaller } from '../caller.js';
import { formatCommand, parseCommand } from '../command-text.js';
import { findActionNumber, formatValues, parseValues } from './action-values.js';

const VERSION = 2;
const IS_ADMINISTRATOR = 1;
const HAS_CLIENT = 2;
/** The number of another command than an order action. */
const OTHER = 0;

/** A command of the journal, ready to be executed. */
export type StoredCommand = Readonly<{ seq: number; time: number; caller: CommandCaller; body: CommandBody }>;

type NewCommand = Omit<StoredCommand, 'seq'>;

export class JournalFormatError extends Error {}

/** What a command takes besides texts, at most; what the body takes before its keys and commands. */
const COMMAND_BYTES = 8 + 4 + 4 + 1 + 2 + 1 + 1 + 4;
const HEADER_BYTES = 1 + 2 + 4;
/** A character of UTF-16 has three bytes at most. */
const BYTES_PER_CHARACTER = 3;

export function encodeBatch(commands: readonly NewCommand[]): Buffer {
  const keys = new Map<string, number>();
  for (const { caller } of commands)
    if (caller.clientId !== null && !keys.has(caller.clientId)) keys.set(caller.clientId, keys.size);
  const texts = commands.map(({ body }) => formatBody(body));
  let size = HEADER_BYTES;
  for (const key of keys.keys()) size += 2 + BYTES_PER_CHARACTER * key.length;
  for (const { type, text } of texts) size += COMMAND_BYTES + type.length + BYTES_PER_CHARACTER * text.length;
  const body = Buffer.allocUnsafe(size);
  let at = body.writeUInt16BE(keys.size, body.writeUInt8(VERSION, 0));
  for (const key of keys.keys()) {
    const bytes = body.write(key, at + 2);
    at = body.writeUInt16BE(bytes, at) + bytes;
  }
  at = body.writeUInt32BE(commands.length, at);
  for (const [n, { time, caller }] of commands.entries()) {
    at = writeCaller(body, body.writeDoubleBE(time, at), caller, keys);
    at = writeFormatted(body, at, texts[n] as FormattedBody);
  }
  return body.subarray(0, at);
}

/** `number` is that of an order action, or OTHER. */
type FormattedBody = Readonly<{ number: number; type: CommandBody['type']; text: string }>;

function formatBody(body: CommandBody): FormattedBody {
  const { type } = body;
  const number = findActionNumber(type);
  return number === undefined
    ? { number: OTHER, type, text: formatCommand(body) }
    : { number, type, text: formatValues(number, body) };
}

function writeCaller(
  body: Buffer,
  start: number,
  { userId, actingUserId, clientId, isAdministrator }: CommandCaller,
  keys: ReadonlyMap<string, number>,
): number {
  let at = body.writeInt32BE(actingUserId, body.writeInt32BE(userId, start));
  at = body.writeUInt8((isAdministrator ? IS_ADMINISTRATOR : 0) | (clientId === null ? 0 : HAS_CLIENT), at);
  return clientId === null ? at : body.writeUInt16BE(keys.get(clientId) as number, at);
}

function writeFormatted(body: Buffer, start: number, { number, type, text }: FormattedBody): number {
  let at = body.writeUInt8(number, start);
  if (number === OTHER) {
    at = body.writeUInt8(type.length, at);
    at += body.write(type, at, 'latin1');
  }
  const bytes = body.write(text, at + 4);
  return body.writeUInt32BE(bytes, at) + bytes;
}

/** `first` is the number of the first command. */
export function decodeBatch({ first, body }: Readonly<{ first: number; body: Buffer }>): StoredCommand[] {
  try {
    const reader = new BodyReader(body);
    const commands = Array.from({ length: reader.readLength() }, (_, n) => ({
      seq: first + n,
      ...reader.readCommand(),
    }));
    reader.requireEnd();
    return commands;
  } catch (error) {
    if (error instanceof RangeError) throw new JournalFormatError('The batch ends within a command.', { cause: error });
    if (error instanceof SyntaxError) throw new JournalFormatError('A command is no JSON.', { cause: error });
    throw error;
  }
}

class BodyReader {
  private at = 0;
  private readonly version: number;
  /** Version 1 has none. */
  private readonly keys: readonly string[];

  constructor(private readonly body: Buffer) {
    this.version = this.readByte();
    if (this.version < 1 || this.version > VERSION)
      throw new JournalFormatError(`Version ${this.version} of the journal is unknown.`);
    this.keys =
      this.version === 1 ? [] : Array.from({ length: this.readShort() }, () => this.readText(this.readShort()));
  }

  readLength(): number {
    const length = this.body.readUInt32BE(this.at);
    if (length > this.body.length) throw new RangeError(`A length of ${length} is more than the whole batch.`);
    this.at += 4;
    return length;
  }

  readCommand(): NewCommand {
    const time = this.body.readDoubleBE(this.at);
    const userId = this.body.readInt32BE(this.at + 8);
    const actingUserId = this.body.readInt32BE(this.at + 12);
    this.at += 16;
    const flags = this.readByte();
    const clientId = (flags & HAS_CLIENT) === 0 ? null : this.readClient();
    const caller = { userId, actingUserId, clientId, isAdministrator: (flags & IS_ADMINISTRATOR) !== 0 };
    return { time, caller, body: this.readBody() };
  }

  requireEnd(): void {
    if (this.at !== this.body.length) throw new JournalFormatError('The batch goes on behind its last command.');
  }

  private readBody(): CommandBody {
    const number = this.version === 1 ? OTHER : this.readByte();
    if (number === OTHER) {
      const type = this.readText(this.readByte()) as CommandBody['type'];
      return parseCommand(type, JSON.parse(this.readText(this.readLength())));
    }
    const action = parseValues(number, this.readText(this.readLength()));
    if (action === null) throw new JournalFormatError(`A command is no order action of the number ${number}.`);
    return action;
  }

  private readClient(): string {
    const place = this.readShort();
    if (this.version === 1) return this.readText(place);
    const key = this.keys[place];
    if (key === undefined) throw new RangeError(`The batch has no key ${place}.`);
    return key;
  }

  private readByte(): number {
    return this.body.readUInt8(this.at++);
  }

  private readShort(): number {
    this.at += 2;
    return this.body.readUInt16BE(this.at - 2);
  }

  private readText(length: number): string {
    const end = this.at + length;
    if (end > this.body.length) throw new RangeError('A text is longer than the batch.');
    const text = this.body.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }
}
