import { Injectable } from '@nestjs/common';
import type { ExampleClient } from './example-client.js';

type FindExampleClient = (userId: number) => Promise<ExampleClient | null>;

/** Whose key examples name: nobody's, until the room that keeps keys says whose. */
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
