import { Injectable } from '@nestjs/common';
import type { ReaderKey } from './reader-key.js';

type Find = (userId: number) => Promise<ReaderKey | null>;

/** Whose key examples name: nobody's, until the room that keeps keys says whose. */
@Injectable()
export class ReaderKeys {
  private find: Find = () => Promise.resolve(null);

  findBy(find: Find): void {
    this.find = find;
  }

  of(userId: number | null): Promise<ReaderKey | null> {
    return userId === null ? Promise.resolve(null) : this.find(userId);
  }
}
