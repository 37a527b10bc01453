import { isUtf8 } from 'node:buffer';
import { isReservedName } from '../errors/field-names.js';
import { FormSyntaxError } from './form.js';

/**
 * Parses `multipart/form-data` (RFC 7578) as browsers send it: text fields and text files in UTF-8, each name once. The
 * content of a file is under the name of its field, and its file name under that name with `_name`. Anything that
 * browsers do not send is rejected: text before the first part or after the last, transfer encodings, other spellings
 * of names.
 */
export type MultipartFields = Record<string, string>;

const PARTS_MAX = 20;
const HEAD_BYTES_MAX = 1_024;
const BREAK = '\r\n';
const HEAD_END = '\r\n\r\n';
/** The boundary characters of RFC 2046 §5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** The boundary of a content type, or null. */
export function parseBoundary(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return BOUNDARY.test(boundary) ? boundary : null;
}

export function parseMultipart(body: Buffer, boundary: string): MultipartFields {
  const parts = Object.create(null) as MultipartFields;
  const delimiter = Buffer.from(`--${boundary}`);
  if (!body.subarray(0, delimiter.length).equals(delimiter))
    throw new FormSyntaxError('', 'The form does not begin with its boundary');
  const separator = Buffer.from(`${BREAK}--${boundary}`);
  let position = delimiter.length;
  for (let count = 0; !isLastBoundary(body, position); count++) {
    if (count === PARTS_MAX) throw new FormSyntaxError('', `The form has more than ${PARTS_MAX} parts`);
    const end = body.indexOf(separator, position);
    if (end < 0) throw new FormSyntaxError('', 'The form ends before its last boundary');
    readPart(body.subarray(position, end), parts);
    position = end + separator.length;
  }
  return parts;
}

/** The last boundary is followed by two dashes and at most a line break. */
function isLastBoundary(body: Buffer, position: number): boolean {
  const rest = body.subarray(position, position + 5).toString('latin1');
  return rest === '--' || rest === `--${BREAK}`;
}

/** A part starts after the boundary with a line break, and its head ends with an empty line. */
function readPart(part: Buffer, parts: MultipartFields): void {
  const headEnd = part.subarray(0, HEAD_BYTES_MAX).indexOf(HEAD_END);
  if (headEnd < 0 || part.subarray(0, 2).toString('latin1') !== BREAK)
    throw new FormSyntaxError('', 'A part of the form has no head, or one that is too long');
  const { name, fileName } = parseDisposition(decodeText(part.subarray(2, headEnd), ''));
  storeField(parts, name, decodeText(part.subarray(headEnd + HEAD_END.length), name));
  if (fileName !== null) storeField(parts, `${name}_name`, fileName);
}

function storeField(parts: MultipartFields, name: string, value: string): void {
  if (isReservedName(name)) throw new FormSyntaxError(name, 'This name is reserved');
  if (name in parts) throw new FormSyntaxError(name, `${name} appears twice`);
  parts[name] = value;
}

function parseDisposition(head: string): Readonly<{ name: string; fileName: string | null }> {
  const headers = new Map(
    head
      .split(BREAK)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const unexpected = [...headers.keys()].find(
    (header) => header !== 'content-disposition' && header !== 'content-type',
  );
  if (unexpected !== undefined) throw new FormSyntaxError('', 'A part of the form has a head that no browser sends');
  const [, name, fileName] =
    /^form-data;\s*name="([^"]+)"(?:;\s*filename="([^"]*)")?$/i.exec(headers.get('content-disposition') ?? '') ?? [];
  if (name === undefined) throw new FormSyntaxError('', 'A part of the form does not say which field it is');
  return { name: unescapeName(name), fileName: fileName === undefined ? null : unescapeName(fileName) };
}

/** Browsers percent-encode these three characters of a name (WHATWG HTML, "multipart form data"). */
const unescapeName = (name: string): string =>
  name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

function decodeText(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes))
    throw new FormSyntaxError(
      name,
      name === ''
        ? 'The form is not UTF-8'
        : 'The text is not UTF-8: save it as “CSV UTF-8” or as UTF-8 text, and send it again',
    );
  const text = bytes.toString();
  if (text.includes('\0')) throw new FormSyntaxError(name, 'The character U+0000 is not accepted');
  return text;
}
