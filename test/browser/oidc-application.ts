import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openRelyingParty } from '../support/relying-party.js';

const library = (): Buffer => {
  const entry = createRequire(import.meta.url).resolve('oidc-client-ts');
  return readFileSync(join(dirname(dirname(entry)), 'browser', 'oidc-client-ts.min.js'));
};

const page =
  '<!doctype html><html lang="en"><title>Application</title><link rel="icon" href="data:,"><h1>Application</h1><script src="/oidc-client-ts.js"></script></html>';

/** An application that consists of pages alone, with the browser build of oidc-client-ts; every address but the library's is the same page. */
export function openOidcApplication(host?: 'localhost') {
  const script = library();
  return openRelyingParty((_request, response, { pathname }) => {
    const isLibrary = pathname === '/oidc-client-ts.js';
    response
      .setHeader('content-type', isLibrary ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8')
      .end(isLibrary ? script : page);
  }, host);
}
