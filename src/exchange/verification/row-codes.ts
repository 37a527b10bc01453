/** The characters of `formatRow` as numbers in one piece of memory: to sum up a row, no text has to be made of it. */
import type { WrittenTable } from '../writing/columns.js';
import { BETWEEN, formatValue, NOTHING } from './row-texts.js';

const ZERO = 0x30;
const MINUS = 0x2d;
const BETWEEN_CODE = BETWEEN.charCodeAt(0);
const NOTHING_CODE = NOTHING.charCodeAt(0);
/** Of a number, with its sign and the separator before it. */
const NUMBER_CODES = 32;
/** Numbers below it are divided without fractions. */
const GROUP = 1_000_000_000;
const GROUP_DIGITS = 9;

export class RowCodes {
  codes = new Uint16Array(1_024);
  length = 0;

  /** The codes are valid until the next row is set. */
  set<Row>({ columns }: Pick<WrittenTable<Row>, 'columns'>, row: Row): void {
    this.length = 0;
    for (const column of columns) {
      this.reserve(NUMBER_CODES);
      if (this.length > 0) this.codes[this.length++] = BETWEEN_CODE;
      const value = column.getValue(row);
      if (value === null) this.codes[this.length++] = NOTHING_CODE;
      else if (typeof value === 'number' && Number.isSafeInteger(value)) this.putWhole(value);
      else this.putText(formatValue(column, value));
    }
  }

  private putText(text: string): void {
    this.reserve(text.length);
    for (let at = 0; at < text.length; at++) this.codes[this.length++] = text.charCodeAt(at);
  }

  private putWhole(value: number): void {
    const whole = Math.abs(value);
    if (value < 0) this.codes[this.length++] = MINUS;
    if (whole < GROUP) this.putDigits(whole, countDigits(whole));
    else {
      const rest = whole % GROUP;
      this.putWhole((whole - rest) / GROUP);
      this.putDigits(rest, GROUP_DIGITS);
    }
  }

  private putDigits(value: number, count: number): void {
    let rest = value | 0;
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const tenth = (rest / 10) | 0;
      this.codes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.length += count;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.codes.length) return;
    const larger = new Uint16Array(2 * (this.length + count));
    larger.set(this.codes);
    this.codes = larger;
  }
}

function countDigits(value: number): number {
  let [count, limit] = [1, 10];
  while (value >= limit) [count, limit] = [count + 1, limit * 10];
  return count;
}
