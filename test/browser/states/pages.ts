import type { Exception, Row } from '../../support/page-rows.js';
import { account } from './account.js';
import { administration } from './administration.js';
import { documents } from './documents.js';
import { market } from './market.js';
import { trading } from './trading.js';

/** A user who opens an endpoint that answers with a page writes its row into a file beside this one, and names a new file here. */
export const pages: readonly Row[] = [...account, ...administration, ...documents, ...market, ...trading];

/** Endpoints that never answer with a page. A test tries each. */
export const exceptions: readonly Exception[] = [
  { endpoint: 'GET /.well-known/oauth-authorization-server', why: 'a standard fixes its answer as JSON' },
  { endpoint: 'GET /.well-known/openid-configuration', why: 'a standard fixes its answer as JSON' },
  { endpoint: 'GET /oauth/jwks', why: 'a standard fixes its answer as JSON' },
  { endpoint: 'GET /openapi.json', why: 'it is a document for programs' },
  { endpoint: 'GET /asyncapi.json', why: 'it is a document for programs' },
  { endpoint: 'GET /oauth/userinfo', why: 'a standard fixes its answer as JSON' },
  { endpoint: 'GET /marketdata/stream', why: 'it is a WebSocket, and no cookie opens it' },
  { endpoint: 'GET /orderactions/stream', why: 'it is a WebSocket, and no cookie opens it' },
  { endpoint: 'GET /metrics', why: 'it is a text for programs' },
  { endpoint: 'GET /llms.txt', why: 'it is a text for language models' },
  { endpoint: 'GET /changes.atom', why: 'it is a feed' },
  { endpoint: 'GET /assets/:hash/:file', why: 'it is a file behind the pages' },
  { endpoint: 'GET /favicon.ico', why: 'it is a picture' },
];
