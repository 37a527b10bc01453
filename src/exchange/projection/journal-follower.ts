import type { Places, TablesSession } from '../store/exchange-store.js';

/**
 * How far journal and tables are while another process writes them. A question serves everybody who came before it was sent. It is
 * asked in a session of its own: readers within transactions may hold all connections of the pool.
 */
export class JournalFollower {
  private session: Promise<TablesSession> | null = null;
  private asked: Promise<Places> | null = null;
  private next: Promise<Places> | null = null;

  constructor(private readonly open: () => Promise<TablesSession>) {}

  /** As they are at some moment after this call. */
  read(): Promise<Places> {
    if (this.asked === null) return this.ask();
    const askAgain = (): Promise<Places> => {
      this.next = null;
      return this.ask();
    };
    this.next ??= this.asked.then(askAgain, askAgain);
    return this.next;
  }

  /** Users who have asked get their answer first. */
  async closeWhenAnswered(): Promise<void> {
    while (this.asked !== null) await this.asked.catch(() => undefined);
    await this.close();
  }

  /** The next reader opens it again. */
  async close(): Promise<void> {
    const { session } = this;
    this.session = null;
    await session?.then((opened) => opened.close()).catch(() => undefined);
  }

  private ask(): Promise<Places> {
    const asked = this.readInSession().finally(() => {
      if (this.asked === asked) this.asked = null;
    });
    this.asked = asked;
    return asked;
  }

  private async readInSession(): Promise<Places> {
    const isNew = this.session === null;
    this.session ??= this.open();
    const { session } = this;
    try {
      return await (await session).readPlaces();
    } catch (error) {
      if (this.session === session) void this.close();
      if (isNew) throw error;
    }
    // A connection that broke since the last question is replaced at once.
    return this.readInSession();
  }
}
