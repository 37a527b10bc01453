import { Injectable } from '@nestjs/common';
import type { ExampleClient } from './examples.js';
import { Hook } from '../access/hook.js';

type FindExampleClient = (userId: number) => Promise<ExampleClient | null>;

/** The key that examples name: found by the module that keeps keys. */
@Injectable()
export class ExampleClientsService {
  readonly finder = Hook.required<FindExampleClient>();

  findForUser(userId: number | null): Promise<ExampleClient | null> {
    return userId === null ? Promise.resolve(null) : this.finder.handler(userId);
  }
}
