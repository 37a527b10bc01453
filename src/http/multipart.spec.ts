import fc from 'fast-check';
import { FormRefused } from './form.js';
import { boundaryIn, parseMultipart } from './multipart.js';

type Part = readonly [name: string, value: string, fileName?: string];

const B = 'x7Qz';
const head = (name: string, fileName?: string): string =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/csv`}`;
const written = (...parts: Part[]): Buffer =>
  Buffer.from(
    [
      ...parts.map(([name, value, fileName]) => `--${B}\r\n${head(name, fileName)}\r\n\r\n${value}\r\n`),
      `--${B}--\r\n`,
    ].join(''),
  );
const read = (text: string | Buffer): object => ({ ...parseMultipart(Buffer.from(text), B) });

describe('a form with a file', () => {
  it('is read as its fields, the text of the file, and what it is called', () => {
    expect(
      read(written(['kind', 'money'], ['file', 'a,b\r\n1,"2\r\n3"\r\n', 'März "1".csv'.replaceAll('"', '%22')])),
    ).toEqual({ kind: 'money', file: 'a,b\r\n1,"2\r\n3"\r\n', file_name: 'März "1".csv' });
  });

  it('may have no file chosen, and nothing in its fields', () => {
    expect(read(written(['kind', ''], ['file', '', '']))).toEqual({ kind: '', file: '', file_name: '' });
  });

  it('may have a text in which the boundary nearly stands', () => {
    expect(read(written(['file', `--${B.slice(0, 3)}\r\n-${B}`]))).toEqual({ file: `--${B.slice(0, 3)}\r\n-${B}` });
  });

  it('is read as it was written, whatever it says', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !/[\0"\r\n%]/.test(text) && text.isWellFormed());
    const texts = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\0') && !text.includes(B) && text.isWellFormed());
    fc.assert(
      fc.property(texts, texts, word, (one, other, fileName) => {
        expect(read(written(['a', one], ['b', other, fileName]))).toEqual({ a: one, b: other, b_name: fileName });
      }),
    );
  });

  const part = (inside: string): string => `--${B}\r\n${inside}\r\n--${B}--`;
  it.each([
    ['nothing', ''],
    ['text before the first part', `hello\r\n${part(`${head('a')}\r\n\r\n1`)}`],
    ['text after the last part', `${part(`${head('a')}\r\n\r\n1`)}\r\nbye`],
    ['a part that does not end', `--${B}\r\n${head('a')}\r\n\r\n1`],
    ['another boundary', part(`${head('a')}\r\n\r\n1`).replaceAll(B, 'other')],
    ['a part without a head', part('\r\n1')],
    ['a part without a name', part('Content-Disposition: form-data\r\n\r\n1')],
    ['a part that is no field', part('Content-Disposition: attachment; name="a"\r\n\r\n1')],
    ['a name in another spelling', part(`Content-Disposition: form-data; name="a"; filename*=UTF-8''x\r\n\r\n1`)],
    ['a transfer encoding', part(`${head('a')}\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==`)],
    ['a head that is too long', part(`${head('a'.repeat(1100))}\r\n\r\n1`)],
    ['a name twice', written(['a', '1'], ['a', '2']).toString()],
    ['a file called as a field', written(['file', '1', 'x.csv'], ['file_name', 'y']).toString()],
    ['a name that reaches behind an object', written(['__proto__', '1']).toString()],
    ['the character U+0000', written(['a', '\0']).toString()],
    ['too many parts', written(...Array.from({ length: 21 }, (_, n): Part => [`a${n}`, '1'])).toString()],
  ])('is refused with %s', (_, text) => {
    expect(() => read(text)).toThrow(FormRefused);
  });

  it('is refused where its text is not UTF-8, and says which field', () => {
    const bytes = Buffer.concat([
      Buffer.from(`--${B}\r\n${head('file', 'x.csv')}\r\n\r\n`),
      Buffer.from([0xe4]),
      Buffer.from(`\r\n--${B}--\r\n`),
    ]);

    expect(() => read(bytes)).toThrow(
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
    expect(boundaryIn(type)).toBe(boundary);
  });
});
