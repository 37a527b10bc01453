import { DomainError } from '../errors/domain-error.js';

export class UpgradeRequiredError extends DomainError {
  readonly kind = 'upgrade';
  readonly code = 'upgrade_required';

  constructor() {
    super(
      'This address accepts WebSocket connections only, version 13 (RFC 6455): a GET over HTTP/1.1 with Connection: Upgrade and Upgrade: websocket.',
    );
  }
}

export class MalformedHandshakeError extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'malformed_handshake';

  constructor() {
    super(
      'The opening handshake does not comply with RFC 6455: Sec-WebSocket-Key must be 16 bytes in base64, Sec-WebSocket-Protocol a list of names if it is sent, and the request must have no body.',
    );
  }
}

export class TooManyStreamsError extends DomainError {
  readonly kind = 'too_many';
  readonly code = 'too_many_streams';
  override readonly retryAfterSeconds = 5;

  constructor(max: number, holder: 'user' | 'API key') {
    super(`This ${holder} already has ${max} open streams. Close one that is no longer needed.`);
  }
}
