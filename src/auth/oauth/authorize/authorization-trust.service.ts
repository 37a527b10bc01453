import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { deriveKey } from '../../../config/sealed-text.js';
import { IdTokensService } from '../keys/id-tokens.service.js';
import { MalformedAuthorizationError } from './authorization-errors.js';
import type { AuthorizationPolicy } from './authorization-request.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import { parseResumption, formatResumeUrl, type AuthorizationResumption } from './authorization-resumption.js';

/**
 * The parts of an authorization request that only this service can issue: the sealed note and id tokens. Also the
 * published metadata.
 */
@Injectable()
export class AuthorizationTrustService {
  constructor(
    private readonly idTokens: IdTokensService,
    private readonly config: Config,
  ) {}

  get issuer(): string {
    return this.config.baseUrl;
  }

  get policy(): AuthorizationPolicy {
    return this.config;
  }

  parseResumption(parameters: AuthorizationParameters): AuthorizationResumption | null {
    return parseResumption(parameters, this.resumptionKey, Date.now());
  }

  formatResumeUrl(parameters: AuthorizationParameters, resumption: AuthorizationResumption | null): string {
    const { since, isDenied, consentKey } = resumption ?? { since: Date.now(), isDenied: false, consentKey: null };
    return formatResumeUrl(parameters, { since, isDenied, consentKey }, this.resumptionKey);
  }

  /** The user that the client expects, by its id token (OpenID Connect Core §3.1.2.1). */
  async findExpectedUserId({ id_token_hint: hint }: AuthorizationParameters): Promise<number | null> {
    if (hint === undefined) return null;
    const verifiedHint = await this.idTokens.verifyHint(hint);
    if (!verifiedHint) throw new MalformedAuthorizationError('The id_token_hint is not an id token of this service.');
    return verifiedHint.userId;
  }

  private get resumptionKey(): Buffer {
    return deriveKey('authorization resumption', this.config.secretKey);
  }
}
