import { isReserved, pointerTo } from './field-names.js';

/**
 * JSON as trading needs it: what was written is exactly what is read, or it is refused with the place named.
 * JSON.parse keeps the last of two keys, turns 9007199254740993 into …992 and 1e309 into Infinity; none of that may
 * decide over an order. Refused besides broken syntax: a body that is not an object, repeated and poisonous keys, nesting
 * beyond 32, more than a thousand fields, U+0000, lone surrogates, exponents, and numbers that a double does not hold digit
 * for digit. It runs before anybody is recognised, so it takes time in proportion to the text and no more.
 */
export type JsonObject = Record<string, unknown>;

/** Why a text was refused. `syntax` tells a text that is not JSON from JSON that this service does not take. */
export class JsonRefused extends Error {
  constructor(
    readonly pointer: string,
    message: string,
    readonly syntax: boolean,
  ) {
    super(message);
  }
}

export function parseStrictJson(text: string): JsonObject {
  return new Reader(text).document();
}

const DEPTH_MAX = 32;
/** No DTO comes near it, and what reads objects after us takes time by the square of their fields. */
const FIELDS_MAX = 1000;
/** No price or quantity is that long, even with zeros behind it. */
const FRACTION_CHARACTERS_MAX = 40;
const literals: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapes: Readonly<Record<string, string>> = {
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

class Reader {
  private at = 0;
  /** The keys and indices on the way to the value being read. */
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  document(): JsonObject {
    this.space();
    if (this.at === this.text.length) throw this.broken('The body is empty; send a JSON object');
    if (this.text[this.at] !== '{') {
      this.value();
      throw this.refused('The body must be a JSON object');
    }
    const object = this.object();
    this.space();
    if (this.at < this.text.length) throw this.broken('The JSON object has ended, but the text goes on');
    return object;
  }

  private value(): unknown {
    const first = this.text.charCodeAt(this.at);
    if (first === QUOTE) return this.string();
    if (first === 0x7b) return this.object();
    if (first === 0x5b) return this.array();
    if (first === 0x2d || (first >= 0x30 && first <= 0x39)) return this.number();
    for (const [word, value] of literals) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw this.broken('A value is expected');
  }

  private object(): JsonObject {
    const object: JsonObject = {};
    const depth = this.enter();
    if (this.closes(0x7d)) return object;
    let fields = 0;
    do {
      this.path.length = depth;
      fields += 1;
      if (fields > FIELDS_MAX) throw this.refused(`There are more than ${FIELDS_MAX} fields in one object`);
      this.space();
      if (this.text.charCodeAt(this.at) !== QUOTE) throw this.broken('A field name in double quotes is expected');
      const key = this.string();
      this.path[depth] = key;
      if (isReserved(key)) throw this.refused('This field name is reserved');
      if (Object.hasOwn(object, key)) throw this.refused('This field appears twice');
      this.space();
      if (this.text.charCodeAt(this.at) !== COLON) throw this.broken('A colon is expected after the field name');
      this.at += 1;
      this.space();
      object[key] = this.value();
    } while (this.continues(0x7d));
    this.path.length = depth;
    return object;
  }

  private array(): unknown[] {
    const array: unknown[] = [];
    const depth = this.enter();
    if (this.closes(0x5d)) return array;
    do {
      this.space();
      this.path[depth] = array.length;
      array.push(this.value());
    } while (this.continues(0x5d));
    this.path.length = depth;
    return array;
  }

  private enter(): number {
    const depth = this.path.length;
    if (depth >= DEPTH_MAX) throw this.refused(`The JSON is nested deeper than ${DEPTH_MAX} levels`);
    this.at += 1;
    return depth;
  }

  private closes(bracket: number): boolean {
    this.space();
    if (this.text.charCodeAt(this.at) !== bracket) return false;
    this.at += 1;
    return true;
  }

  private continues(bracket: number): boolean {
    if (this.closes(bracket)) return false;
    if (this.text.charCodeAt(this.at) !== COMMA) throw this.broken('A comma or the closing bracket is expected');
    this.at += 1;
    return true;
  }

  private string(): string {
    const start = this.at + 1;
    for (let at = start; ; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return this.text.slice(start, at);
      }
      if (code === BACKSLASH) return this.escaped(start, at);
      if (!(code >= 0x20)) throw this.unended(at);
    }
  }

  /** The slow way, for the few strings that have a backslash. */
  private escaped(start: number, firstEscape: number): string {
    let result = this.text.slice(start, firstEscape);
    let at = firstEscape;
    for (let code = BACKSLASH; code !== QUOTE; code = this.text.charCodeAt(at)) {
      if (code === BACKSLASH) {
        const [character, length] = this.escape(at);
        result += character;
        at += length;
      } else if (code >= 0x20) {
        result += this.text.charAt(at);
        at += 1;
      } else throw this.unended(at);
    }
    this.at = at + 1;
    if (result.includes('\0')) throw this.refused('The character U+0000 is not accepted');
    if (!result.isWellFormed()) throw this.refused('Half of a surrogate pair is not a character');
    return result;
  }

  private escape(at: number): readonly [string, number] {
    const letter = this.text.charAt(at + 1);
    const simple = escapes[letter];
    if (simple !== undefined) return [simple, 2];
    const digits = this.text.slice(at + 2, at + 6);
    if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(digits)) return [String.fromCharCode(parseInt(digits, 16)), 6];
    this.at = at;
    throw this.broken('This escape sequence does not exist in JSON');
  }

  private unended(at: number): JsonRefused {
    this.at = at;
    return this.broken(
      at < this.text.length ? 'A control character in a string must be escaped' : 'The text ends inside a string',
    );
  }

  private number(): number {
    number.lastIndex = this.at;
    const text = number.exec(this.text)?.[0];
    if (text === undefined) throw this.broken('A number is expected');
    if (/[\w.]/.test(this.text.charAt(this.at + text.length))) throw this.broken('A number is expected');
    const fault = faultOf(text);
    if (fault !== null) throw this.refused(fault);
    this.at += text.length;
    return Number(text) || 0; // There is no negative zero in money.
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private pointer(): string {
    return pointerTo(...this.path);
  }

  private refused(message: string): JsonRefused {
    return new JsonRefused(this.pointer(), message, false);
  }

  private broken(message: string): JsonRefused {
    const lines = this.text.slice(0, this.at).split('\n');
    return new JsonRefused(
      this.pointer(),
      `${message} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`,
      true,
    );
  }
}

/** What is wrong with a number that is spelled correctly, or null. Up to 15 significant digits a double is always exact. */
function faultOf(text: string): string | null {
  if (text.length <= 15 && !/[eE]/.test(text)) return null;
  if (/[eE]/.test(text)) return 'Write the number without an exponent';
  if (!text.includes('.')) {
    return Number.isSafeInteger(Number(text))
      ? null
      : 'The integer is beyond ±9007199254740991 and cannot be kept exactly';
  }
  // First of all the length: what follows looks at the zeros again and again.
  const exact =
    text.length <= FRACTION_CHARACTERS_MAX &&
    Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER &&
    digitsOf(text) === digitsOf(String(Number(text)));
  return exact ? null : 'The number has more digits than can be kept exactly';
}

/** The significant digits alone: two spellings of one magnitude have the same. */
function digitsOf(text: string): string {
  return text
    .replace(/e.*$/, '')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '');
}
