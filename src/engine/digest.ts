/**
 * A short digest of numbers and texts in their order: two lanes of 32 bits, mixed with the constants of MurmurHash3. It finds
 * accidents, such as a replay that went another way; it gives no protection against deliberate changes.
 */
export class Digest {
  private first = 0x2c1b3c6d;
  private second = 0x297a2d39;

  /** A whole number within the safe range. */
  addInt32(value: number): this {
    this.first = Math.imul(rotate(this.first ^ Math.imul(value, 0xcc9e2d51), 15), 0x1b873593) + 0xe6546b64;
    this.second = Math.imul(rotate(this.second ^ Math.imul(value, 0x85ebca6b), 13), 0xc2b2ae35) + (this.first | 0);
    return this;
  }

  addWhole(value: number): this {
    return this.addInt32(value | 0).addInt32(Math.floor(value / 0x1_0000_0000) | 0);
  }

  addText(value: string): this {
    this.addInt32(value.length);
    for (let i = 0; i < value.length; i++) this.addInt32(value.charCodeAt(i));
    return this;
  }

  /** Anything that has a text of its own; null is not the empty text. */
  addValue(value: string | number | bigint | boolean | null): this {
    if (typeof value === 'number') return this.addWhole(value);
    return value === null ? this.addInt32(-1) : this.addText(String(value));
  }

  /** The digest as a safe integer. */
  toNumber(): number {
    return (mixLane(this.first) & 0x1f_ffff) * 0x1_0000_0000 + (mixLane(this.second) >>> 0);
  }

  /** The whole digest, sixteen digits. */
  toHex(): string {
    return [this.first, this.second].map((lane) => (mixLane(lane) >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function mixLane(lane: number): number {
  let mixed = lane | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
