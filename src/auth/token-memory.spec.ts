import { type KnownToken, TokenMemory } from './token-memory.js';

const actor = { userId: 1, actingUserId: 1, role: 'Customer', clientId: 'key', scope: [] } as const;
const known: KnownToken = { actor, familyId: 7, expiresInMs: 60_000 };

describe('the memory of tokens', () => {
  let memory: TokenMemory;
  let answers: ((found: KnownToken | null) => void)[];
  beforeEach(() => {
    memory = new TokenMemory();
    answers = [];
  });

  const find = (now = 0) => memory.find('digest', now, () => new Promise((resolve) => answers.push(resolve)));

  it('lets one of many who ask at once look a token up, and remembers it for five seconds', async () => {
    const many = [find(), find(), find()];
    expect(answers).toHaveLength(1);
    answers[0]?.(known);

    expect(await Promise.all(many)).toEqual([actor, actor, actor]);
    expect(await find(4_999)).toBe(actor);
    expect(answers).toHaveLength(1);
    void find(5_000);
    expect(answers).toHaveLength(2);
  });

  it('lets nobody join a question that a change has overtaken, and does not remember its answer', async () => {
    const before = find();
    memory.forget({ kind: 'family', key: '7' });
    const after = find();
    expect(answers).toHaveLength(2);
    answers[0]?.(known);
    expect(await before).toBe(actor);
    answers[1]?.(null);

    expect(await after).toBeNull();
    void find();
    expect(answers).toHaveLength(3);
  });

  it('asks again after a question that failed, and after a token that nobody knows', async () => {
    await expect(memory.find('digest', 0, () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    const unknown = find();
    answers[0]?.(null);
    expect(await unknown).toBeNull();
    void find();

    expect(answers).toHaveLength(2);
  });
});
