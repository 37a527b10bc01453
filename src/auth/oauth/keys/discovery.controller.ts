import { Controller, Get, Header } from '@nestjs/common';
import { Access } from '../../../access/access.decorator.js';
import { Config } from '../../../config/config.js';
import { AlwaysJson, ForAllRoutes } from '../../../http/route-options.decorator.js';
import { EndpointsService } from '../../../openapi/endpoints.service.js';
import { GrantHandlersService } from '../grant-handlers.service.js';
import { type DiscoveryView, toDiscoveryView, type JwksView, toJwksView } from './discovery.view.js';
import { JWKS_CACHE_MS } from './key-schedule.js';
import { SigningKeysService } from './signing-keys.service.js';

const CACHE_CONTROL = `public, max-age=${JWKS_CACHE_MS / 1000}`;

/** The metadata of the service for clients. */
@Controller()
@Access('none')
@ForAllRoutes(
  AlwaysJson(),
  Header('access-control-allow-origin', '*'),
  Header('cross-origin-resource-policy', 'cross-origin'),
  Header('cache-control', CACHE_CONTROL),
)
export class DiscoveryController {
  constructor(
    private readonly config: Config,
    private readonly grants: GrantHandlersService,
    private readonly keys: SigningKeysService,
    private readonly endpoints: EndpointsService,
  ) {}

  /**
   * Describes the OpenID provider (OpenID Connect Discovery 1.0).
   *
   * @example {"issuer": "https://kontor.example.test", "authorization_endpoint": "https://kontor.example.test/oauth/authorize", "token_endpoint": "https://kontor.example.test/oauth/token", "userinfo_endpoint": "https://kontor.example.test/oauth/userinfo", "end_session_endpoint": "https://kontor.example.test/oauth/logout", "jwks_uri": "https://kontor.example.test/oauth/jwks", "introspection_endpoint": "https://kontor.example.test/oauth/introspect", "revocation_endpoint": "https://kontor.example.test/oauth/revoke", "scopes_supported": ["openid", "profile", "email", "offline_access", "read", "trade", "keys", "admin"], "response_types_supported": ["code", "id_token", "token id_token"], "response_modes_supported": ["query", "fragment", "form_post"], "grant_types_supported": ["password", "refresh_token", "authorization_code", "client_credentials", "implicit"], "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"], "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"], "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true, "prompt_values_supported": ["none", "login", "consent"], "claims_supported": ["iss", "sub", "aud", "exp", "iat"], "claims_parameter_supported": false, "request_parameter_supported": false, "request_uri_parameter_supported": false}
   */
  @Get('.well-known/openid-configuration')
  getOpenIdConfiguration(): Promise<DiscoveryView> {
    return this.describe();
  }

  /**
   * Describes the authorization server (RFC 8414).
   *
   * @example {"issuer": "https://kontor.example.test", "authorization_endpoint": "https://kontor.example.test/oauth/authorize", "token_endpoint": "https://kontor.example.test/oauth/token", "userinfo_endpoint": "https://kontor.example.test/oauth/userinfo", "end_session_endpoint": "https://kontor.example.test/oauth/logout", "jwks_uri": "https://kontor.example.test/oauth/jwks", "introspection_endpoint": "https://kontor.example.test/oauth/introspect", "revocation_endpoint": "https://kontor.example.test/oauth/revoke", "scopes_supported": ["openid", "profile", "email", "offline_access", "read", "trade", "keys", "admin"], "response_types_supported": ["code", "id_token", "token id_token"], "response_modes_supported": ["query", "fragment", "form_post"], "grant_types_supported": ["password", "refresh_token", "authorization_code", "client_credentials", "implicit"], "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"], "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"], "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true, "prompt_values_supported": ["none", "login", "consent"], "claims_supported": ["iss", "sub", "aud", "exp", "iat"], "claims_parameter_supported": false, "request_parameter_supported": false, "request_uri_parameter_supported": false}
   */
  @Get('.well-known/oauth-authorization-server')
  getAuthorizationServerMetadata(): Promise<DiscoveryView> {
    return this.describe();
  }

  /**
   * Returns the public keys that verify id tokens.
   *
   * The next key is listed some time before its first use.
   *
   * @example {"keys": [{"kty": "EC", "use": "sig", "alg": "ES256", "kid": "3HkXQ1mXv2Zr8q0nYcUe7RdWnJ5hLfZ9aGo4iKpBtQy", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
   */
  @Get('oauth/jwks')
  async getJwks(): Promise<JwksView> {
    return toJwksView(await this.keys.listPublished());
  }

  private async describe(): Promise<DiscoveryView> {
    const { algorithm } = await this.keys.getSigner();
    const paths = new Set(this.endpoints.list().map(({ path }) => path));
    return toDiscoveryView({
      issuer: this.config.baseUrl,
      grantTypes: this.grants.types,
      allowsImplicit: this.config.allowsImplicit,
      algorithm,
      has: (path) => paths.has(path),
    });
  }
}
