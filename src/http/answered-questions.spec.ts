import { AnsweredQuestions } from './answered-questions.js';

/** Reads what it is asked, and counts how often. */
function reader() {
  const counted = { times: 0 };
  const reading = (question: unknown): object => {
    counted.times++;
    return { question };
  };
  return { counted, reading };
}

describe('questions that were answered before', () => {
  it('are read once for all who ask the same, and frozen', () => {
    const questions = new AnsweredQuestions();
    const { counted, reading } = reader();

    const first = questions.read({ ids: ['1'] }, reading);

    expect(questions.read({ ids: ['1'] }, reading)).toBe(first);
    expect(questions.read({ ids: ['2'] }, reading)).toEqual({ question: { ids: ['2'] } });
    expect(counted.times).toBe(2);
    expect(() => Object.assign(first, { more: 1 })).toThrow(TypeError);
    expect(Object.isFrozen((first as { question: object }).question)).toBe(true);
  });

  it('tell one value from a list of one, and one order from another', () => {
    const questions = new AnsweredQuestions();
    const { reading } = reader();

    const read = [{ a: '1' }, { a: ['1'] }, { a: '1', b: '2' }, { b: '2', a: '1' }].map((question) =>
      questions.read(question, reading),
    );

    expect(new Set(read).size).toBe(4);
  });

  it('are forgotten when there are too many, the oldest first, and not kept when they are long', () => {
    const questions = new AnsweredQuestions();
    const { counted, reading } = reader();

    for (let n = 0; n < 1_001; n++) questions.read({ n }, reading);
    questions.read({ n: 1 }, reading);
    expect(counted.times).toBe(1_001);
    questions.read({ n: 0 }, reading);
    expect(counted.times).toBe(1_002);

    const long = { text: 'x'.repeat(5_000) };
    questions.read(long, reading);
    questions.read(long, reading);
    expect(counted.times).toBe(1_004);
  });

  it('are not kept when they were refused', () => {
    const questions = new AnsweredQuestions();
    const refuse = (): never => {
      throw new Error('no');
    };

    expect(() => questions.read({ n: 1 }, refuse)).toThrow('no');
    expect(() => questions.read({ n: 1 }, refuse)).toThrow('no');
  });
});
