import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Get, Post } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';

/** An endpoint that a test opens to see whether the database behind it can be read and written. */
@Access('none')
@Controller('ledger')
export class LedgerController {
  constructor(private readonly em: EntityManager) {}

  @Get()
  async count() {
    const [row] = await this.em.execute<[{ lines: string }]>('select count(*) as lines from ledger');
    return { lines: Number(row.lines) };
  }

  /** In a transaction, as a unit of work is written. */
  @Post()
  async add() {
    await this.em.transactional((em) => em.execute(`insert into ledger (line) values (repeat('x', 500))`));
    return { added: 1 };
  }
}
