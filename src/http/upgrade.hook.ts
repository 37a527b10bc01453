import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { limits } from './limits.js';
import { MalformedHandshakeError, UpgradeRequiredError } from './http-errors.js';

/** A connection whose caller asks to speak WebSocket on it, and what came behind the head of the request. */
type UpgradeOffer = Readonly<{ socket: Socket; head: Buffer }>;

/** A connection on which WebSocket is spoken from now on. Whole frames may be written past `frames`, to the connection itself. */
export type UpgradedConnection = Readonly<{ webSocket: WebSocket; connection: Socket }>;

/** The version of RFC 6455, and the only one there is. */
const VERSION = '13';

/** What is decided before Node has a request: whether its connection may leave HTTP. Everything else is a request like any other. */
export function isWebSocketUpgrade({ method, httpVersion, headers }: IncomingMessage): boolean {
  return method === 'GET' && httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Lets requests to change to WebSocket go the way of every request: hooks, guards, limits, refusals, the log. Only the endpoint itself takes
 * the connection, when all of them have accepted the request; any other response is sent as HTTP, and the connection is closed.
 */
export class WebSocketUpgrades {
  private readonly offers = new WeakMap<IncomingMessage, UpgradeOffer>();
  /** Nothing is compressed: the size of a message with input of the caller beside a secret would reveal the secret (decision 8). */
  private readonly webSocketServer = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    handleProtocols: () => false,
  });

  attach(fastify: FastifyInstance): void {
    fastify.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.offers.set(request, { socket, head });
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      // Node has let go of the connection: whatever it would do at the end of an answer is done here.
      response.once('finish', () => socket.destroySoon());
      socket.on('error', () => undefined);
      socket.setTimeout(limits.requestMs, () => socket.destroy());
      fastify.routing(request, response);
    });
  }

  /** For the endpoint of a socket, before it does anything else: refuses what is no opening handshake (RFC 6455 §4.2.1). */
  validateHandshake({ raw }: FastifyRequest, reply: FastifyReply): void {
    const {
      'sec-websocket-version': version,
      'sec-websocket-key': key = '',
      'sec-websocket-protocol': protocols,
    } = raw.headers;
    const isOffered = this.offers.has(raw);
    // Node reads no body of such a request: it would be taken for frames.
    if (isOffered && hasBody(raw)) throw new MalformedHandshakeError();
    if (isOffered && version === VERSION && isNonce(key) && areProtocolTokens(protocols)) return;
    if (isOffered && version === VERSION) throw new MalformedHandshakeError();
    reply.headers({ upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': VERSION });
    throw new UpgradeRequiredError();
  }

  /** Null where the caller has left meanwhile. To HTTP the request is answered with this. */
  accept({ raw }: FastifyRequest, reply: FastifyReply): UpgradedConnection | null {
    const offer = this.offers.get(raw);
    if (!offer) throw new TypeError('a connection is taken that nobody offered');
    const { socket, head } = offer;
    reply.code(101).hijack();
    reply.raw.detachSocket(socket);
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    const upgraded: { frames?: WebSocket } = {};
    const addHeaders = (lines: string[]): void => void lines.push(...toHeaderLines(reply));
    this.webSocketServer.once('headers', addHeaders);
    this.webSocketServer.handleUpgrade(raw, socket, head, (webSocket) => (upgraded.frames = webSocket));
    // Where the caller has left, nothing was sent: the next caller must not get these headers.
    this.webSocketServer.off('headers', addHeaders);
    // Nothing is sent: the code that counts and logs requests waits for the end of every response.
    reply.raw.end();
    reply.raw.emit('close');
    return upgraded.frames ? { webSocket: upgraded.frames, connection: socket } : null;
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Sixteen bytes in base64. */
const isNonce = (key: string): boolean => /^[+/0-9A-Za-z]{22}==$/.test(key);

const areProtocolTokens = (list: string | undefined): boolean =>
  list === undefined || /^[!#$%&'*+.^`|~\w-]+(?:[\t ]*,[\t ]*[!#$%&'*+.^`|~\w-]+)*$/.test(list);

/** What the hooks have collected by now: the request's id, security headers, what is left of the quota. */
function toHeaderLines(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${String(one)}`),
  );
}
