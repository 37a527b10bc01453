import { Check, Entity, Index, ManyToOne, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { User } from '../users/user.entity.js';
import { type GrantType, INTERFACE_GRANTS, type TokenEndpointAuthMethod } from './grant-types.js';

/**
 * A key is first-party if an administrator marked it, and for its owner, also while the owner acts for a customer
 * (decision 57).
 */
export function isFirstParty(
  { ownerId, firstParty }: Pick<Client, 'ownerId' | 'firstParty'>,
  userIds: readonly number[],
): boolean {
  return firstParty || userIds.includes(ownerId);
}

/** The same as an SQL condition for the key `c` and the users in these columns or parameters. */
export function isFirstPartySql(...userIds: readonly string[]): string {
  return `(c.first_party or c.owner_id in (${userIds.join(', ')}))`;
}

/**
 * An API key: an OAuth client of a user. The secret is stored twice, never in plain text: `secretDigest` verifies it,
 * `sealedSecret` lets its owner read it again. During an overlap, the previous digest is accepted too, until
 * `previousSecretExpiresAt`.
 */
@Entity({ tableName: 'clients' })
@Check({
  name: 'clients_method_check',
  expression: `token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')`,
})
@Check({ name: 'clients_secret_check', expression: `(token_endpoint_auth_method = 'none') = (secret_digest is null)` })
@Trigger({
  name: 'clients_access_changed',
  timing: 'after',
  events: ['update', 'delete'],
  body: `perform pg_notify('access_changed', 'client ' || old.client_id); return null`,
})
@Trigger({
  name: 'clients_access_ended',
  timing: 'after',
  events: ['update'],
  body: `if old.enabled and not new.enabled then update token_families set revoked_at = now() where revoked_at is null and client_id = new.client_id; end if; if old.enabled <> new.enabled then insert into audit_entries (at, action, outcome, subject_type, subject_id) values (now(), case when new.enabled then 'key.enabled' else 'key.disabled' end, 'granted', 'key', new.client_id); end if; return null`,
})
export class Client {
  @PrimaryKey({ length: 255 })
  readonly clientId: string;

  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'owner_id', deleteRule: 'cascade' })
  readonly ownerId: number;

  @Property({ length: 80 })
  name: string;

  /**
   * The administrator who knows the secret, because they created it on the owner's behalf. Until the owner replaces it,
   * the key by itself acts on behalf as well: otherwise a secret would outlive the right to create it.
   */
  @Index()
  @ManyToOne(() => User, { mapToPk: true, fieldName: 'made_by', nullable: true, deleteRule: 'cascade' })
  madeBy: number | null = null;

  @Property({ length: 43, nullable: true, hidden: true })
  secretDigest: string | null = null;

  @Property({ type: 'text', nullable: true, hidden: true })
  sealedSecret: string | null = null;

  @Property({ length: 43, nullable: true, hidden: true })
  previousSecretDigest: string | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  previousSecretExpiresAt: Date | null = null;

  @Property({ type: 'text[]' })
  redirectUris: string[] & Opt = [];

  @Property({ type: 'text[]' })
  postLogoutRedirectUris: string[] & Opt = [];

  @Property({ type: 'text[]' })
  grantTypes: GrantType[] & Opt = [...INTERFACE_GRANTS];

  @Property({ length: 30 })
  tokenEndpointAuthMethod: TokenEndpointAuthMethod & Opt = 'client_secret_basic';

  /** Whether requests for an id token need a nonce, as in OpenID Connect Core §3.2.2.1. */
  @Property({ default: false })
  requireNonce: boolean & Opt = false;

  /** Whether requests for a code need a code challenge (PKCE). A public key always needs one. */
  @Property({ default: false })
  requirePkce: boolean & Opt = false;

  /**
   * Whether its id tokens contain the claims of `profile` and `email`, also with an access token (OpenID Connect Core
   * §5.4).
   */
  @Property({ default: false })
  idTokenProfile: boolean & Opt = false;

  /**
   * Whether it may introspect the tokens of every key, as a resource server does. Only an operator gives this right.
   */
  @Property({ default: false })
  mayIntrospect: boolean & Opt = false;

  /**
   * Whether its tokens may do everything that their user may, for every user. Set by administrators; a key is
   * first-party for its own owner without it (decision 57).
   */
  @Property({ default: false })
  firstParty: boolean & Opt = false;

  /** The key whose token created it; null if a page or a command did. */
  @Index()
  @ManyToOne(() => Client, { mapToPk: true, fieldName: 'made_through', nullable: true, deleteRule: 'set null' })
  madeThrough: string | null = null;

  @Property()
  enabled: boolean & Opt = true;

  @Property({ type: 'timestamptz', length: 3 })
  readonly createdAt: Date & Opt = new Date();

  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Date & Opt = new Date();

  constructor(clientId: string, ownerId: number, name: string) {
    this.clientId = clientId;
    this.ownerId = ownerId;
    this.name = name;
  }
}
