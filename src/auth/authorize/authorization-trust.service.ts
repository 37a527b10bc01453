import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { Config } from '../../config/config.js';
import { deriveKey } from '../../config/sealed-text.js';
import { IdTokensService } from '../keys/id-tokens.service.js';
import type { SignedIn } from '../sessions/sessions.service.js';
import { MalformedAuthorization } from './authorization-errors.js';
import type { AuthorizationPolicy } from './authorization-request.js';
import type { Parameters } from './parameters.js';
import { RedirectTrustService } from './redirect-trust.service.js';
import { readResumption, resumeAt, type Resumption } from './resumption.js';

/** What an authorization request carries that only we could have written: our note to ourselves, and an id token of ours. And what this service says of itself. */
@Injectable()
export class AuthorizationTrustService {
  constructor(
    private readonly idTokens: IdTokensService,
    private readonly redirects: RedirectTrustService,
    private readonly config: Config,
  ) {}

  get issuer(): string {
    return this.config.baseUrl;
  }

  get policy(): AuthorizationPolicy {
    return this.config;
  }

  resumption(parameters: Parameters): Resumption | null {
    return readResumption(parameters, this.key, Date.now());
  }

  resumeAt(parameters: Parameters, resumption: Resumption): string {
    return resumeAt(parameters, resumption, this.key);
  }

  /** Whether an error may go to the client at once; else the user of this browser is shown where it would go. */
  mayRedirect(client: Client, session: SignedIn | null): Promise<boolean> {
    return this.redirects.isTrusted(client, session);
  }

  /** Who is expected, when the client sends an id token of theirs along (OpenID Connect Core §3.1.2.1). */
  async expectedUser({ id_token_hint: hint }: Parameters): Promise<number | null> {
    if (hint === undefined) return null;
    const known = await this.idTokens.recall(hint);
    if (!known) throw new MalformedAuthorization('The id_token_hint is not an id token of this service.');
    return known.userId;
  }

  private get key(): Buffer {
    return deriveKey('authorization resumption', this.config.secretKey);
  }
}
