import fc from 'fast-check';
import { FormSyntaxError } from './form.js';
import { parseBoundary, parseMultipart } from './multipart.js';

type Part = readonly [name: string, value: string, fileName?: string];

const BOUNDARY = 'x7Qz';
const formatHead = (name: string, fileName?: string): string =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/csv`}`;
const formatParts = (...parts: Part[]): Buffer =>
  Buffer.from(
    [
      ...parts.map(([name, value, fileName]) => `--${BOUNDARY}\r\n${formatHead(name, fileName)}\r\n\r\n${value}\r\n`),
      `--${BOUNDARY}--\r\n`,
    ].join(''),
  );
const parseParts = (text: string | Buffer): object => ({ ...parseMultipart(Buffer.from(text), BOUNDARY) });

describe('parseMultipart', () => {
  it('returns fields, file text and file name', () => {
    expect(
      parseParts(
        formatParts(['kind', 'money'], ['file', 'a,b\r\n1,"2\r\n3"\r\n', 'März "1".csv'.replaceAll('"', '%22')]),
      ),
    ).toEqual({ kind: 'money', file: 'a,b\r\n1,"2\r\n3"\r\n', file_name: 'März "1".csv' });
  });

  it('accepts a missing file and empty fields', () => {
    expect(parseParts(formatParts(['kind', ''], ['file', '', '']))).toEqual({ kind: '', file: '', file_name: '' });
  });

  it('accepts text that resembles the boundary', () => {
    expect(parseParts(formatParts(['file', `--${BOUNDARY.slice(0, 3)}\r\n-${BOUNDARY}`]))).toEqual({
      file: `--${BOUNDARY.slice(0, 3)}\r\n-${BOUNDARY}`,
    });
  });

  it('survives a round trip for any content', () => {
    const fileNames = fc.string({ unit: 'grapheme' }).filter((text) => !/[\0"\r\n%]/.test(text) && text.isWellFormed());
    const texts = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\0') && !text.includes(BOUNDARY) && text.isWellFormed());
    fc.assert(
      fc.property(texts, texts, fileNames, (one, other, fileName) => {
        expect(parseParts(formatParts(['a', one], ['b', other, fileName]))).toEqual({
          a: one,
          b: other,
          b_name: fileName,
        });
      }),
    );
  });

  const part = (content: string): string => `--${BOUNDARY}\r\n${content}\r\n--${BOUNDARY}--`;
  it.each([
    ['nothing', ''],
    ['text before the first part', `hello\r\n${part(`${formatHead('a')}\r\n\r\n1`)}`],
    ['text after the last part', `${part(`${formatHead('a')}\r\n\r\n1`)}\r\nbye`],
    ['a part that does not end', `--${BOUNDARY}\r\n${formatHead('a')}\r\n\r\n1`],
    ['another boundary', part(`${formatHead('a')}\r\n\r\n1`).replaceAll(BOUNDARY, 'other')],
    ['a part without a head', part('\r\n1')],
    ['a part without a name', part('Content-Disposition: form-data\r\n\r\n1')],
    ['a part that is no field', part('Content-Disposition: attachment; name="a"\r\n\r\n1')],
    ['a name in another spelling', part(`Content-Disposition: form-data; name="a"; filename*=UTF-8''x\r\n\r\n1`)],
    ['a transfer encoding', part(`${formatHead('a')}\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==`)],
    ['a head that is too long', part(`${formatHead('a'.repeat(1100))}\r\n\r\n1`)],
    ['a name twice', formatParts(['a', '1'], ['a', '2']).toString()],
    ['a file called as a field', formatParts(['file', '1', 'x.csv'], ['file_name', 'y']).toString()],
    ['a name that reaches behind an object', formatParts(['__proto__', '1']).toString()],
    ['the character U+0000', formatParts(['a', '\0']).toString()],
    ['too many parts', formatParts(...Array.from({ length: 21 }, (_, n): Part => [`a${n}`, '1'])).toString()],
  ])('is refused with %s', (_, text) => {
    expect(() => parseParts(text)).toThrow(FormSyntaxError);
  });

  it('rejects text that is not UTF-8 and names the field', () => {
    const bytes = Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\n${formatHead('file', 'x.csv')}\r\n\r\n`),
      Buffer.from([0xe4]),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);

    expect(() => parseParts(bytes)).toThrow(
      expect.objectContaining({ field: 'file', message: expect.stringContaining('not UTF-8') }),
    );
  });

  it.each([
    ['multipart/form-data; boundary=----WebKitFormBoundaryAbC123', '----WebKitFormBoundaryAbC123'],
    ['multipart/form-data; boundary="a b"', 'a b'],
    ['multipart/form-data; charset=utf-8; boundary=x', 'x'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data; boundary="a<b"', null],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  ])('%s has its boundary', (type, boundary) => {
    expect(parseBoundary(type)).toBe(boundary);
  });
});
