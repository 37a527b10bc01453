import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

const done = Promise.resolve(undefined);

/** Keeps what the oracle has to remember, for as long as the oracle lives. (Its own memory is one for the whole process, and complains.) */
export function oracleMemory(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>();
  const findBy = (name: 'uid' | 'userCode', value: string): AdapterPayload | undefined =>
    [...rows.values()].find((row) => row[name] === value);

  return (model): Adapter => {
    const nameOf = (id: string): string => `${model}:${id}`;
    return {
      upsert: (id, payload) => {
        rows.set(nameOf(id), payload);
        return done;
      },
      find: (id) => Promise.resolve(rows.get(nameOf(id))),
      findByUid: (uid) => Promise.resolve(findBy('uid', uid)),
      findByUserCode: (userCode) => Promise.resolve(findBy('userCode', userCode)),
      consume: (id) => {
        Object.assign(rows.get(nameOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
        return done;
      },
      destroy: (id) => {
        rows.delete(nameOf(id));
        return done;
      },
      revokeByGrantId: (grantId) => {
        for (const [name, row] of rows) if (row.grantId === grantId) rows.delete(name);
        return done;
      },
    };
  };
}
