import { EntityManager } from '@mikro-orm/postgresql';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import type { Actor } from '../../src/access/actor.js';
import { CurrentActor, CurrentStreamLease } from '../../src/access/actor.decorator.js';
import type { StreamLease } from '../../src/access/stream-leases.service.js';
import { createExactNumber } from '../../src/money/exact-number.js';
import { formatNextLink } from '../../src/http/paging.js';
import { PagingQuery } from '../../src/http/paging.dto.js';
import { CsvDownload, RateLimitedAs } from '../../src/http/route-options.decorator.js';
import type { FastifyReply } from 'fastify';
import { UnknownUserError } from '../../src/users/user-errors.js';
import { User } from '../../src/users/user.entity.js';

/** Endpoints that only a test opens, one with each sign and one without any. */
@Controller('endpoints')
export class ProtectedTestController {
  @Get('unsigned')
  unsigned(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @Post('unsigned')
  unsignedPost(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @Post('cancel')
  @RateLimitedAs('cancels')
  cancel(): { cancelled: true } {
    return { cancelled: true };
  }

  @Get('client')
  @Access('client')
  client(): { entered: true } {
    return { entered: true };
  }

  @Get('session')
  @Access('session')
  session(): { entered: true } {
    return { entered: true };
  }

  @Post('session')
  @Access('session')
  sessionPost(): { entered: true } {
    return { entered: true };
  }

  @Get('stream')
  @Access('stream')
  stream(@CurrentStreamLease() { actor }: StreamLease): Actor {
    return actor;
  }

  @Get('open')
  @Access('none')
  open(): { entered: true } {
    return { entered: true };
  }
}

/** What no endpoint may do: one tells in passing that another user is there, the other changes them and then refuses. */
@Controller('leaky-endpoints')
export class LeakyTestController {
  constructor(private readonly em: EntityManager) {}

  @Get(':id')
  async findRecord(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<{ found: true }> {
    const user = await this.em.findOne(User, { id: Number(id) });
    if (user && user.id !== actor.userId) throw new NotYours();
    if (!user) throw new UnknownUserError();
    return { found: true };
  }

  @Post(':id')
  async wound(@Param('id') id: string): Promise<never> {
    await this.em.nativeUpdate(User, { id: Number(id) }, { lastName: 'Wounded' });
    throw new UnknownUserError();
  }
}

class NotYours extends UnknownUserError {
  override readonly message = 'This user is not you.';
}

/** Breaks at what is not a word. */
@Controller('fragile-endpoints')
@Access('none')
export class FailingTestController {
  @Post()
  say(@Body() body: { word: string }): { length: number } {
    return { length: body.word.length };
  }
}

/** Lists that a spreadsheet may have as well. */
@Controller('table-endpoints')
export class TableTestController {
  @Get('full')
  @CsvDownload(['id', 'name', 'price', 'reference.as_of'])
  full(@Query() { per_page: size, cursor }: PagingQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    if (size < 1000) reply.header('link', formatNextLink(reply.request.url, 2));
    return cursor !== undefined
      ? []
      : [
          {
            id: 1,
            name: '=cmd|"x"!A1',
            price: createExactNumber('-0.50'),
            reference: { as_of: '2026-01-30' },
            secret: true,
          },
          { id: 2, name: 'Gröbe, 1', price: null, reference: null },
        ];
  }

  @Get('empty')
  @CsvDownload(['id'])
  empty(): [] {
    return [];
  }

  @Get('missing')
  @CsvDownload(['id'])
  missing(): never {
    throw new UnknownUserError();
  }
}
