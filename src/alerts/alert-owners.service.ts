import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Alert } from './alert.entity.js';

/** Users whose answer is kept; others are asked for again. */
const KNOWN_MAX = 10_000;

/** Which users have alerts: their pages listen for triggers. It is asked for by every page, and read once for a user. */
@Injectable()
export class AlertOwnersService {
  private readonly known = new Map<number, boolean>();

  constructor(private readonly em: EntityManager) {}

  /** While the database does not answer, pages do without. */
  async isOwner(userId: number): Promise<boolean> {
    const known = this.known.get(userId);
    if (known !== undefined) return known;
    try {
      const found = await this.em.fork().findOne(Alert, { userId }, { fields: ['id'] });
      // An alert that was created meanwhile is known already.
      if (!this.known.has(userId)) this.remember(userId, found !== null);
      return found !== null;
    } catch {
      return false;
    }
  }

  add(userId: number): void {
    this.remember(userId, true);
  }

  /** An alert was deleted, perhaps the last one. */
  forget(userId: number): void {
    this.known.delete(userId);
  }

  private remember(userId: number, isOwner: boolean): void {
    const [oldest] = this.known.keys();
    if (this.known.size >= KNOWN_MAX && oldest !== undefined) this.known.delete(oldest);
    this.known.set(userId, isOwner);
  }
}
