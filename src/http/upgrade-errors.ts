import { DomainError } from '../errors/domain-error.js';

export class UpgradeRequiredError extends DomainError {
  readonly kind = 'upgrade';
  readonly code = 'upgrade_required';

  constructor() {
    super(
      'This address speaks WebSocket, version 13 (RFC 6455): a GET over HTTP/1.1 with Connection: Upgrade and Upgrade: websocket.',
    );
  }
}

export class MalformedHandshakeError extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'malformed_handshake';

  constructor() {
    super(
      'The opening handshake is not as RFC 6455 has it: Sec-WebSocket-Key must be 16 bytes in base64, and Sec-WebSocket-Protocol a list of names, if it is there. It has no body.',
    );
  }
}

export class TooManyStreamsError extends DomainError {
  readonly kind = 'too_many';
  readonly code = 'too_many_streams';
  override readonly retryAfterSeconds = 5;

  constructor(max: number, holder: 'user' | 'API key') {
    super(`This ${holder} has ${max} streams open already. Close one that is no longer needed.`);
  }
}
