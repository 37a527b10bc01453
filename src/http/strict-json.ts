import { isReservedName, toJsonPointer } from '../errors/field-names.js';
import { findNumberProblem } from './json-number.js';

/**
 * Parses JSON exactly, or rejects it with the position. JSON.parse keeps the last of two equal keys, turns
 * 9007199254740993 into …992 and 1e309 into Infinity; none of that may affect an order. Also rejected: bodies that are
 * no object, repeated and poisonous keys, nesting beyond 32, more than a thousand fields, U+0000, lone surrogates,
 * exponents, and numbers that a double does not represent exactly. It runs before authentication, so it takes linear
 * time.
 */
export type JsonObject = Record<string, unknown>;

/** Why a text was rejected. `syntax` distinguishes invalid JSON from JSON that this service does not accept. */
export class StrictJsonError extends Error {
  constructor(
    readonly pointer: string,
    message: string,
    readonly isSyntaxError: boolean,
  ) {
    super(message);
  }
}

export function parseStrictJson(text: string): JsonObject {
  return new JsonReader(text).readDocument();
}

const DEPTH_MAX = 32;
/** No DTO has that many, and validation takes quadratic time in the number of fields. */
const FIELDS_MAX = 1000;
const LITERALS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

class JsonReader {
  private position = 0;
  /** The keys and indices of the current value. */
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  readDocument(): JsonObject {
    this.skipWhitespace();
    if (this.position === this.text.length) throw this.createSyntaxError('The body is empty; send a JSON object');
    if (this.text[this.position] !== '{') {
      this.readValue();
      throw this.createRejection('The body must be a JSON object');
    }
    const object = this.readObject();
    this.skipWhitespace();
    if (this.position < this.text.length)
      throw this.createSyntaxError('The JSON object has ended, but the text goes on');
    return object;
  }

  private readValue(): unknown {
    const first = this.text.charCodeAt(this.position);
    if (first === QUOTE) return this.readString();
    if (first === 0x7b) return this.readObject();
    if (first === 0x5b) return this.readArray();
    if (first === 0x2d || (first >= 0x30 && first <= 0x39)) return this.readNumber();
    for (const [word, value] of LITERALS) {
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    throw this.createSyntaxError('A value is expected');
  }

  private readObject(): JsonObject {
    const object: JsonObject = {};
    const depth = this.descend();
    if (this.consumeClosing(0x7d)) return object;
    let fields = 0;
    do {
      this.path.length = depth;
      fields += 1;
      if (fields > FIELDS_MAX) throw this.createRejection(`There are more than ${FIELDS_MAX} fields in one object`);
      this.skipWhitespace();
      if (this.text.charCodeAt(this.position) !== QUOTE)
        throw this.createSyntaxError('A field name in double quotes is expected');
      const key = this.readString();
      this.path[depth] = key;
      if (isReservedName(key)) throw this.createRejection('This field name is reserved');
      if (Object.hasOwn(object, key)) throw this.createRejection('This field appears twice');
      this.skipWhitespace();
      if (this.text.charCodeAt(this.position) !== COLON)
        throw this.createSyntaxError('A colon is expected after the field name');
      this.position += 1;
      this.skipWhitespace();
      object[key] = this.readValue();
    } while (this.consumeSeparator(0x7d));
    this.path.length = depth;
    return object;
  }

  private readArray(): unknown[] {
    const array: unknown[] = [];
    const depth = this.descend();
    if (this.consumeClosing(0x5d)) return array;
    do {
      this.skipWhitespace();
      this.path[depth] = array.length;
      array.push(this.readValue());
    } while (this.consumeSeparator(0x5d));
    this.path.length = depth;
    return array;
  }

  private descend(): number {
    const depth = this.path.length;
    if (depth >= DEPTH_MAX) throw this.createRejection(`The JSON is nested deeper than ${DEPTH_MAX} levels`);
    this.position += 1;
    return depth;
  }

  private consumeClosing(bracket: number): boolean {
    this.skipWhitespace();
    if (this.text.charCodeAt(this.position) !== bracket) return false;
    this.position += 1;
    return true;
  }

  private consumeSeparator(bracket: number): boolean {
    if (this.consumeClosing(bracket)) return false;
    if (this.text.charCodeAt(this.position) !== COMMA)
      throw this.createSyntaxError('A comma or the closing bracket is expected');
    this.position += 1;
    return true;
  }

  private readString(): string {
    const start = this.position + 1;
    for (let at = start; ; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) {
        this.position = at + 1;
        return this.text.slice(start, at);
      }
      if (code === BACKSLASH) return this.readEscapedString(start, at);
      if (!(code >= 0x20)) throw this.createUnterminatedError(at);
    }
  }

  /** The slow path for strings with a backslash. */
  private readEscapedString(start: number, firstEscape: number): string {
    let result = this.text.slice(start, firstEscape);
    let at = firstEscape;
    for (let code = BACKSLASH; code !== QUOTE; code = this.text.charCodeAt(at)) {
      if (code === BACKSLASH) {
        const [character, length] = this.readEscape(at);
        result += character;
        at += length;
      } else if (code >= 0x20) {
        result += this.text.charAt(at);
        at += 1;
      } else throw this.createUnterminatedError(at);
    }
    this.position = at + 1;
    if (result.includes('\0')) throw this.createRejection('The character U+0000 is not accepted');
    if (!result.isWellFormed()) throw this.createRejection('Half of a surrogate pair is not a character');
    return result;
  }

  private readEscape(at: number): readonly [string, number] {
    const letter = this.text.charAt(at + 1);
    const simple = ESCAPES[letter];
    if (simple !== undefined) return [simple, 2];
    const digits = this.text.slice(at + 2, at + 6);
    if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(digits)) return [String.fromCharCode(parseInt(digits, 16)), 6];
    this.position = at;
    throw this.createSyntaxError('This escape sequence does not exist in JSON');
  }

  private createUnterminatedError(at: number): StrictJsonError {
    this.position = at;
    return this.createSyntaxError(
      at < this.text.length ? 'A control character in a string must be escaped' : 'The text ends inside a string',
    );
  }

  private readNumber(): number {
    NUMBER.lastIndex = this.position;
    const text = NUMBER.exec(this.text)?.[0];
    if (text === undefined) throw this.createSyntaxError('A number is expected');
    if (/[\w.]/.test(this.text.charAt(this.position + text.length)))
      throw this.createSyntaxError('A number is expected');
    const problem = findNumberProblem(text);
    if (problem !== null) throw this.createRejection(problem);
    this.position += text.length;
    return Number(text) || 0; // There is no negative zero in money.
  }

  private skipWhitespace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.position += 1;
    }
  }

  private getPointer(): string {
    return toJsonPointer(...this.path);
  }

  private createRejection(message: string): StrictJsonError {
    return new StrictJsonError(this.getPointer(), message, false);
  }

  private createSyntaxError(message: string): StrictJsonError {
    const lines = this.text.slice(0, this.position).split('\n');
    return new StrictJsonError(
      this.getPointer(),
      `${message} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`,
      true,
    );
  }
}
