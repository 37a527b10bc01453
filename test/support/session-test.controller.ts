import { Body, Controller, Get, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { Access } from '../../src/access/access.decorator.js';
import type { Actor } from '../../src/access/actor.js';
import { CurrentActor } from '../../src/access/actor.decorator.js';
import { AlwaysJson } from '../../src/http/route-options.decorator.js';

class Word {
  @IsString()
  word!: string;
}

/** Endpoints that only a signed-in browser opens, for tests. */
@Controller('session-endpoints')
@Access('session')
export class SessionTestController {
  @Get()
  look(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @Post()
  say(@Body() body: Word): Word {
    return body;
  }

  /** As every endpoint without a sign. */
  @Get('bearer')
  @Access('bearer')
  see(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @Post('bearer')
  @Access('bearer')
  echo(@Body() body: Word): Word {
    return body;
  }

  @Get('json')
  @Access('bearer')
  @AlwaysJson()
  read(@CurrentActor() actor: Actor): Actor {
    return actor;
  }
}
