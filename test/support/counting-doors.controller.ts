import { Controller, Post } from '@nestjs/common';
import { KnowsCopies } from '../../src/http/shown-by.decorator.js';

let count = 0;

/** A door that counts its visitors, and says that it can tell a copy from another. */
@Controller('counting-doors')
export class CountingDoors {
  /** Counts. */
  @Post()
  @KnowsCopies()
  count(): { count: number } {
    return { count: ++count };
  }
}
