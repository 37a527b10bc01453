import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Post } from '@nestjs/common';
import { OwnIdempotency } from '../../src/http/route-options.decorator.js';

let count = 0;

/** An endpoint that counts its visitors, and says that it can tell a copy from another. */
@Controller('counting-endpoints')
export class CountingTestController {
  constructor(private readonly em: EntityManager) {}

  /** Counts. */
  @Post()
  @OwnIdempotency()
  count(): { count: number } {
    return { count: ++count };
  }

  /** Writes a row, and answers with bytes, which cannot be kept under a key. */
  @Post('bytes')
  async bytes(): Promise<Buffer> {
    await this.em.execute('insert into counted (line) values (1)');
    return Buffer.from('done');
  }
}
