import { Injectable } from '@nestjs/common';
import type { ExampleClient } from './examples.js';

type FindExampleClient = (userId: number) => Promise<ExampleClient | null>;

/** The key that examples name: none, until the module that keeps keys registers itself. */
@Injectable()
export class ExampleClientsService {
  private findClient: FindExampleClient = () => Promise.resolve(null);

  setFinder(findClient: FindExampleClient): void {
    this.findClient = findClient;
  }

  findForUser(userId: number | null): Promise<ExampleClient | null> {
    return userId === null ? Promise.resolve(null) : this.findClient(userId);
  }
}
