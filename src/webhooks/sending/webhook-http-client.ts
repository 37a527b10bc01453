/**
 * Sends one message and returns the result; errors are results. The address is checked when the connection is made, so
 * a name that resolved to a public address before and to a private one now is rejected.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { isPublicAddress } from './public-address.js';
import { type EgressPolicy, findUrlFault } from './receiver-url.js';
import { type DeliveryOutcome, retryAfter } from './verdict.js';

export type HostResolver = (
  name: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

type HttpClientOptions = EgressPolicy & Readonly<{ version: string; timeLimitMs?: number; resolve?: HostResolver }>;

type OutgoingRequest = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal?: AbortSignal;
}>;

const TIME_LIMIT_MS = 10_000;
/** The most bytes read from a response; then the connection is closed. */
const ANSWER_MAX = 65_536;
/** The stored part of a response. */
const ANSWER_KEPT = 500;
const ANSWER_HEADERS_MAX = 16_384;
const KEPT_OPEN_MS = 15_000;

/** A few idle connections are kept; the dispatcher limits messages in flight. */
const keptOpen = {
  keepAlive: true,
  keepAliveMsecs: KEPT_OPEN_MS,
  timeout: KEPT_OPEN_MS,
  maxFreeSockets: 16,
  maxSockets: 64,
  scheduling: 'lifo',
} as const;

const resolveBySystem: HostResolver = (name, callback) => {
  systemLookup(name, { all: true }, (error, addresses) => callback(error, error ? [] : addresses));
};

/** Resolves to the receiver's response or the error. */
type ReceiverResponse = Pick<DeliveryOutcome, 'status' | 'error' | 'answer' | 'retryAfter'> &
  Readonly<{ mayTryAgain?: boolean }>;

const createFailure = (error: string): ReceiverResponse => ({ status: null, error, answer: null, retryAfter: null });

export class WebhookHttpClient {
  private readonly agents = { 'http:': new HttpAgent(keptOpen), 'https:': new HttpsAgent(keptOpen) };

  constructor(private readonly terms: HttpClientOptions) {}

  async deliver(parcel: OutgoingRequest): Promise<DeliveryOutcome> {
    const began = performance.now();
    const fault = findUrlFault(parcel.url, this.terms);
    let toResponse = fault === null ? await this.post(parcel) : createFailure(fault.message);
    // The receiver may close an idle connection at the moment it is reused.
    if (toResponse.mayTryAgain === true) toResponse = await this.post(parcel);
    const { status, error, answer, retryAfter: requestedPauseMs } = toResponse;
    return {
      status,
      error,
      answer,
      retryAfter: requestedPauseMs,
      milliseconds: Math.round(performance.now() - began),
      isAborted: parcel.signal?.aborted === true,
    };
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private post({ url: text, headers, body, signal }: OutgoingRequest): Promise<ReceiverResponse> {
    const url = new URL(text);
    const limit = this.terms.timeLimitMs ?? TIME_LIMIT_MS;
    return new Promise((resolve) => {
      const request = this.open(url, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
      let isOver = false;
      const end = (said: ReceiverResponse): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        resolve(said);
      };
      const abort = (why: string): void => {
        end(createFailure(why));
        request.destroy();
      };
      const timer = setTimeout(() => abort(`the receiver has not answered within ${limit / 1000} seconds`), limit);
      const stop = (): void => abort('the service was stopped');
      signal?.addEventListener('abort', stop);
      request.on('error', (error) =>
        end({ ...createFailure(describeError(error)), mayTryAgain: wasIdleConnectionClosed(request, error) }),
      );
      request.on('upgrade', (_answer, socket) => {
        socket.destroy();
        abort('the receiver has answered 101, which is no answer to a message');
      });
      request.on('response', (answer) => {
        read(answer, end, limit);
      });
      if (signal?.aborted === true) stop();
      request.end(body);
    });
  }

  private open(url: URL, headers: Readonly<Record<string, string>>): ClientRequest {
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'user-agent': `Kontor/${this.terms.version} (webhooks)`,
        ...headers,
      },
      lookup: this.lookup,
      maxHeaderSize: ANSWER_HEADERS_MAX,
      insecureHTTPParser: false,
    };
    return url.protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: this.agents['https:'] })
      : httpRequest(url, { ...options, agent: this.agents['http:'] });
  }

  /** Replaces the system's resolver for names; an address in the URL is not resolved and was checked before. */
  private readonly lookup: LookupFunction = (name, options, callback) => {
    (this.terms.resolve ?? resolveBySystem)(name, (error, found) => {
      const allowed = this.terms.allowsPrivate ? [...found] : found.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (error) callback(error, []);
      else if (first === undefined) callback(new PrivateReceiver(name), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

class PrivateReceiver extends Error {
  constructor(name: string) {
    super(`${name} does not lead to an address of the public internet, and nothing is sent there`);
  }
}

/** Reads the response to its end or limit, and reuses the connection if it was read completely. */
function read(answer: IncomingMessage, end: (said: ReceiverResponse) => void, limit: number): void {
  const { statusCode: status = 0, headers } = answer;
  const kept: Buffer[] = [];
  let [length, keptLength] = [0, 0];
  const toResponse = (): ReceiverResponse => ({
    status,
    error: status >= 200 && status < 300 ? null : describeStatus(status),
    answer: decodeText(Buffer.concat(kept)),
    retryAfter: retryAfter(headers['retry-after'], Date.now()),
  });
  answer.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (keptLength < ANSWER_KEPT) {
      const part = chunk.subarray(0, ANSWER_KEPT - keptLength);
      kept.push(part);
      keptLength += part.length;
    }
    if (length <= ANSWER_MAX) return;
    end(toResponse());
    answer.destroy();
  });
  answer.on('end', () => end(toResponse()));
  answer.on('error', () => end({ ...toResponse(), error: 'the receiver broke its answer off' }));
  // An attempt that timed out has its result already.
  answer.on('close', () => end({ ...toResponse(), error: `the answer did not end within ${limit / 1000} seconds` }));
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `the receiver has answered ${status}, and redirects are not followed`;
  return `the receiver has answered ${status}`;
}

/** Decodes text that a page and PostgreSQL can store. */
function decodeText(bytes: Buffer): string | null {
  const text = bytes
    .toString('utf8')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\uFFFD')
    .trim();
  return text === '' ? null : text;
}

function wasIdleConnectionClosed(request: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there: the connection was refused',
  ECONNRESET: 'the receiver has cut the connection',
  EPIPE: 'the receiver has cut the connection',
  ENOTFOUND: 'the name in the url is not known',
  EAI_AGAIN: 'the name in the url could not be looked up',
  EHOSTUNREACH: 'there is no way to the receiver',
  ENETUNREACH: 'there is no way to the receiver',
  ETIMEDOUT: 'the receiver could not be reached in time',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};

/** The driver's messages would name sockets and certificates; these are shorter. */
function describeError(error: NodeJS.ErrnoException): string {
  const { code = '', message } =
    error instanceof AggregateError ? ((error.errors[0] ?? error) as NodeJS.ErrnoException) : error;
  if (error instanceof PrivateReceiver) return error.message;
  if (code.startsWith('HPE_') && !(code in words)) return 'the answer is not HTTP';
  return (
    words[code] ??
    (/CERT|SSL|TLS|ISSUER|SIGNATURE/.test(code)
      ? `the receiver’s certificate or encryption is not accepted (${code})`
      : (code || message).slice(0, 150))
  );
}
