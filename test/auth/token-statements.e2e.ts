import { type TestApp, openTestApp } from '../support/test-app.js';
import { explain, tokenStatements, translate } from '../support/token-statements.js';

/** The text that PostgreSQL gets, with `?` for each value. A renamed column changes it here as well, and nothing else may. */
const expected: readonly (readonly [name: string, text: string])[] = [
  [
    'ISSUE',
    `
  with given as materialized (
    select i.*, c.enabled is not null is_granted, coalesce(i.open_family_id, shared.id) is null is_new,
      coalesce(i.open_family_id, shared.id, nextval(pg_get_serial_sequence('token_families', 'id'))) family_id
    from json_to_recordset(?) i (open_family_id bigint, shared_family_id bigint, client_id text, user_id int, acting_user_id int, grant_type text, scope text,
      session_id bigint, family_seconds int, refresh_digest text, refresh_seconds int, access_digest text, access_seconds int, action text, address text)
    left join lateral (
      select c.enabled from (select i.client_id, i.user_id, i.acting_user_id) f
    join clients c on c.client_id = f.client_id and c.enabled
    join users o on o.id = c.owner_id and o.enabled
    join users u on u.id = f.user_id and u.enabled
    join users a on a.id = f.acting_user_id and a.enabled and (a.id = u.id or a.role = 'Admin') limit 1
    ) c on true
    left join lateral (
      select f.id from (select f.* from token_families f where f.id = i.shared_family_id limit 1) f
      where (f.client_id, f.user_id, f.acting_user_id, f.grant_type, f.scope) = (i.client_id, i.user_id, i.acting_user_id, i.grant_type, i.scope)
        and f.session_id is null and f.revoked_at is null and f.expires_at >= now() + make_interval(secs => i.access_seconds)
    ) shared on true
  ), asked as (
    select * from given where is_granted
  ), families as (
    insert into token_families (id, client_id, user_id, acting_user_id, grant_type, scope, session_id, created_at, expires_at)
    select family_id, client_id, user_id, acting_user_id, grant_type, scope, session_id, now(), now() + make_interval(secs => family_seconds)
    from asked where is_new
  ), refresh as (
    insert into refresh_tokens (digest, family_id, created_at, expires_at)
    select refresh_digest, family_id, now(), now() + make_interval(secs => refresh_seconds) from asked where refresh_digest is not null
  ), audited as (
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address)
  select now(), action, 'granted', user_id, acting_user_id, client_id, address from asked
  ), access as (
    insert into access_tokens (digest, family_id, scope, created_at, expires_at)
    select access_digest, family_id, scope, now(), now() + make_interval(secs => access_seconds) from asked
  )
  select access_digest "digest", family_id::float8 "familyId", is_granted "isGranted" from given where is_new or not is_granted`,
  ],
  [
    'VERIFY',
    `
  select f.user_id "userId", f.acting_user_id "actingUserId", f.client_id "clientId", t.scope, f.scope "grantedScope", f.id "familyId",
    case f.grant_type when 'client_credentials' then 'Customer' else u.role end "role",
    f.grant_type = 'client_credentials' and f.session_id is not null "isTrial", (c.first_party or c.owner_id in (f.user_id, f.acting_user_id)) "isFirstParty",
    floor(extract(epoch from t.expires_at - now()) * 1000) "expiresInMs"
  from access_tokens t
  join token_families f on f.id = t.family_id
    join clients c on c.client_id = f.client_id and c.enabled
    join users o on o.id = c.owner_id and o.enabled
    join users u on u.id = f.user_id and u.enabled
    join users a on a.id = f.acting_user_id and a.enabled and (a.id = u.id or a.role = 'Admin')
  where t.digest = ? and t.revoked_at is null and f.revoked_at is null
    and t.expires_at > now() and f.expires_at > now() and t.created_at <= now() + interval '5 seconds'`,
  ],
  [
    'FIND_FAMILY',
    `
  select f.id "familyId", f.scope, f.user_id "userId", f.acting_user_id "actingUserId", "isFirstParty", "isAdministrator"
  from refresh_tokens r join (
    select f.*, (c.first_party or c.owner_id in (f.user_id, f.acting_user_id)) "isFirstParty",
      u.role = 'Admin' and f.user_id = f.acting_user_id "isAdministrator" from token_families f
    join clients c on c.client_id = f.client_id and c.enabled
    join users o on o.id = c.owner_id and o.enabled
    join users u on u.id = f.user_id and u.enabled
    join users a on a.id = f.acting_user_id and a.enabled and (a.id = u.id or a.role = 'Admin')
    where f.revoked_at is null and f.expires_at > now()) f on f.id = r.family_id
  where r.digest = ? and f.client_id = ? and r.expires_at > now()`,
  ],
  [
    'ROTATE',
    `
  with asked as (
    select distinct on (digest, client_id) * from json_to_recordset(?) a (n int, digest text, client_id text, scope text, refresh_digest text, access_digest text, address text)
  ), unused as materialized (
    select found.* from (select distinct digest from asked order by digest) presented
    cross join lateral (
      select r.digest, r.family_id from refresh_tokens r
      where r.digest = presented.digest and r.used_at is null and r.expires_at > now() limit 1 for update
    ) found
  ), entitled as materialized (
    select n, digest, f.id, f.expires_at, f.user_id, f.acting_user_id, f.client_id, coalesce(asked.scope, f.scope) scope, refresh_digest, access_digest, address
    from unused join asked using (digest)
    cross join lateral (
    select f.* from (select f.* from token_families f where f.id = unused.family_id limit 1) f
    join clients c on c.client_id = f.client_id and c.enabled
    join users o on o.id = c.owner_id and o.enabled
    join users u on u.id = f.user_id and u.enabled
    join users a on a.id = f.acting_user_id and a.enabled and (a.id = u.id or a.role = 'Admin')
    where f.revoked_at is null and f.expires_at > now() and f.client_id = asked.client_id limit 1) f
  ), marked as (
    update refresh_tokens r set used_at = now() where r.digest = any(array(select digest from entitled)) and r.used_at is null
    returning r.digest
  ), used as (
    select e.*, 'token.refresh_token' as action, e.user_id = e.acting_user_id "isOwn" from entitled e join marked using (digest)
  ), refresh as (
    insert into refresh_tokens (digest, family_id, created_at, expires_at)
    select refresh_digest, id, now(), least(expires_at, now() + make_interval(secs => case when "isOwn" then ?::int else ?::int end)) from used
  ), audited as (
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address)
  select now(), action, 'granted', user_id, acting_user_id, client_id, address from used
  ), access as (
    insert into access_tokens (digest, family_id, scope, created_at, expires_at)
    select access_digest, id, scope, now(), least(expires_at, now() + make_interval(secs => case when "isOwn" then ?::int else ?::int end)) from used
    returning digest, scope, round(extract(epoch from expires_at - now()))::int "expiresInSeconds"
  )
  select used.n, access.scope, access."expiresInSeconds" from access join used on used.access_digest = access.digest`,
  ],
  [
    'REPLAY',
    `
  with replayed as (
    update refresh_tokens set replays = replays + 1
    where digest = ? and used_at > now() - make_interval(secs => ?) and replays < ? returning family_id
  ), audited as (
  insert into audit_entries (at, action, outcome, user_id, acting_user_id, client_id, address, subject_type, subject_id, changes, reason)
  select now(), ?, ?, ?::int, ?::int, ?, ?, ?, ?, ?::jsonb, ? from replayed
  )
  select t.scope, round(extract(epoch from t.expires_at - now()))::int "expiresInSeconds"
  from access_tokens t join replayed on t.family_id = replayed.family_id
  where t.digest = ? and t.revoked_at is null and t.expires_at > now()`,
  ],
  [
    'REVOKE_FAMILY',
    `
  update token_families set revoked_at = now()
  where id = ? and revoked_at is null
    and exists (select from refresh_tokens where digest = ? and used_at <= now() - make_interval(secs => ?))`,
  ],
];

describe('a token statement', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it.each(expected)('%s takes its names from the metadata', (name, text) => {
    expect(translate(testApp, tokenStatements[name] ?? '')).toBe(text);
  });

  it.each([
    ['ISSUE', 5],
    ['ROTATE', 7],
  ])('%s finds each row by its key, also when it was planned on empty tables', async (name, count) => {
    const plan = await explain(testApp, tokenStatements[name] ?? '');

    const lookUps = plan.flatMap((step, n) =>
      /(Seq Scan on|Index (Only )?Scan using|Bitmap Index Scan on) (access_tokens|refresh_tokens|token_families|clients|users)/.test(
        step,
      )
        ? [`${step} ${plan[n + 1] ?? ''}`]
        : [],
    );
    expect(lookUps).toHaveLength(count);
    for (const lookUp of lookUps)
      expect(lookUp).toMatch(/ (using|on) \w+_pkey .*Index Cond: \(\(?(digest|id|client_id)\)?(::text)? = /);
  });

  it('fails for a name that the entity does not have', () => {
    expect(() => translate(testApp, 'select t.nothing from AccessToken t')).toThrow(
      'AccessToken has no property nothing',
    );
  });
});
