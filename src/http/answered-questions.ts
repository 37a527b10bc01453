/** So many are kept; whoever asks something new every time gains nothing and costs no more than this. */
const KEPT_MAX = 1_000;
const WORDS_MAX = 4_096;

/** What was read of the questions that were asked last, by their words. */
export class AnsweredQuestions {
  private readonly kept = new Map<string, object>();

  read(question: unknown, reading: (question: unknown) => object): object {
    const words = JSON.stringify(question);
    const known = this.kept.get(words);
    if (known !== undefined) return known;
    const read = frozen(reading(question));
    if (words.length <= WORDS_MAX) this.keep(words, read);
    return read;
  }

  private keep(words: string, read: object): void {
    if (this.kept.size >= KEPT_MAX) {
      for (const [oldest] of this.kept) {
        this.kept.delete(oldest);
        break;
      }
    }
    this.kept.set(words, read);
  }
}

/** Everybody who asks the same gets the same object, so nobody may change it. */
function frozen(read: object): object {
  for (const value of Object.values(read)) if (typeof value === 'object' && value !== null) Object.freeze(value);
  return Object.freeze(read);
}
