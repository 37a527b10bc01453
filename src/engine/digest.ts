/**
 * A short digest of numbers and texts in their order: two lanes of 32 bits, mixed with the constants of MurmurHash3. It finds
 * accidents, such as a replay that went another way; it is no protection against somebody who wants to deceive.
 */
export class Digest {
  private first = 0x2c1b3c6d;
  private second = 0x297a2d39;

  /** A whole number within the safe range. */
  number32(value: number): this {
    this.first = Math.imul(rotate(this.first ^ Math.imul(value, 0xcc9e2d51), 15), 0x1b873593) + 0xe6546b64;
    this.second = Math.imul(rotate(this.second ^ Math.imul(value, 0x85ebca6b), 13), 0xc2b2ae35) + (this.first | 0);
    return this;
  }

  whole(value: number): this {
    return this.number32(value | 0).number32(Math.floor(value / 0x1_0000_0000) | 0);
  }

  text(value: string): this {
    this.number32(value.length);
    for (let i = 0; i < value.length; i++) this.number32(value.charCodeAt(i));
    return this;
  }

  /** Anything that has a text of its own; null is not the empty text. */
  value(value: string | number | bigint | boolean | null): this {
    if (typeof value === 'number') return this.whole(value);
    return value === null ? this.number32(-1) : this.text(String(value));
  }

  /** The digest as a safe integer. */
  number(): number {
    return (finish(this.first) & 0x1f_ffff) * 0x1_0000_0000 + (finish(this.second) >>> 0);
  }

  /** The whole digest, sixteen digits. */
  hexadecimal(): string {
    return [this.first, this.second].map((lane) => (finish(lane) >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function finish(lane: number): number {
  let mixed = lane | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
