import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate for 127.0.0.1 that nobody but itself vouches for, and its key, as files. Node can sign but not write X.509, so the DER is put together here. */
export function openCertificate() {
  const { certificate, key } = selfSigned();
  const directory = mkdtempSync(join(tmpdir(), 'kontor-tls-'));
  const certFile = join(directory, 'chain.pem');
  const keyFile = join(directory, 'key.pem');
  writeFileSync(certFile, pem(certificate));
  writeFileSync(keyFile, key, { mode: 0o600 });
  return {
    ca: pem(certificate),
    certFile,
    keyFile,
    env: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile },
    /** A further file beside the two. */
    file(name: string, content: string | Buffer): string {
      writeFileSync(join(directory, name), content);
      return join(directory, name);
    },
    der: certificate,
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function selfSigned(): { certificate: Buffer; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('Kontor under test')))));
  const day = 86_400_000;
  const validity = sequence(utcTime(Date.now() - day), utcTime(Date.now() + 30 * day));
  const localhost = sequence(
    subjectAltName,
    der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('localhost')))),
  );
  const serial = der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]));
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const extensions = der(0xa3, sequence(localhost));
  const body = sequence(
    version3,
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  return {
    certificate: sequence(body, ecdsaWithSha256, signature),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One element: its tag, its length, its content (X.690 §8.1). */
function der(tag: number, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function utcTime(moment: number): Buffer {
  return der(
    0x17,
    Buffer.from(
      new Date(moment)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  );
}

const commonName = Buffer.from('0603550403', 'hex');
const subjectAltName = Buffer.from('0603551d11', 'hex');
const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

function pem(certificate: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
}
