/**
 * The store of a peer that keeps what it issues: the interface of oidc-provider's adapters on PostgreSQL, one statement and so
 * one commit for each call, waited for. Everything is one table, found by id, and by grant for revocation.
 */
import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider';
import pg from 'pg';

const TABLE = `
  create table if not exists models (
    id text primary key, grant_id text, uid text, user_code text, payload jsonb not null, consumed_at timestamptz, expires_at timestamptz
  );
  create index if not exists models_grant_id on models (grant_id)`;

const FIND = `
  select case when consumed_at is null then payload else payload || jsonb_build_object('consumed', extract(epoch from consumed_at)::bigint) end as payload
  from models where (expires_at is null or expires_at > now()) and`;

export async function openStore(url: string): Promise<AdapterConstructor> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  await pool.query(TABLE);

  const findBy = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query<{ payload: AdapterPayload }>({
      name: `find by ${column}`,
      text: `${FIND} ${column} = $1`,
      values: [value],
    });
    return rows[0]?.payload;
  };
  const run = async (name: string, text: string, values: readonly unknown[]): Promise<void> => {
    await pool.query({ name, text, values: [...values] });
  };

  return class PostgresStore implements Adapter {
    constructor(private readonly kind: string) {}

    upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
      return run(
        'upsert',
        `insert into models (id, grant_id, uid, user_code, payload, expires_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
         on conflict (id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        [this.toId(id), payload.grantId, payload.uid, payload.userCode, JSON.stringify(payload), seconds],
      );
    }

    find(id: string): Promise<AdapterPayload | undefined> {
      return findBy('id', this.toId(id));
    }

    findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return findBy('uid', uid);
    }

    findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return findBy('user_code', userCode);
    }

    consume(id: string): Promise<void> {
      return run('consume', 'update models set consumed_at = now() where id = $1', [this.toId(id)]);
    }

    destroy(id: string): Promise<void> {
      return run('destroy', 'delete from models where id = $1', [this.toId(id)]);
    }

    revokeByGrantId(grantId: string): Promise<void> {
      return run('revoke', 'delete from models where grant_id = $1', [grantId]);
    }

    private toId(id: string): string {
      return `${this.kind}:${id}`;
    }
  };
}
