import { Controller, Get, Post } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import type { Actor } from '../../src/access/actor.js';
import { CurrentActor } from '../../src/access/actor.decorator.js';
import { DoorsService } from '../../src/openapi/doors.service.js';
import type { House } from './house.js';

/** Doors that only a test opens, one with each sign and one without any. */
@Controller('doors')
export class SignedDoors {
  @Get('unsigned')
  unsigned(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @Post('unsigned')
  unsignedPost(@CurrentActor() actor: Actor): Actor {
    return actor;
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

  @Get('open')
  @Access('none')
  open(): { entered: true } {
    return { entered: true };
  }
}

/** Every door of a house as its decorators describe it. */
export const doorsOf = (house: House) => house.app.get(DoorsService, { strict: false }).list();

/** Every route that the server itself answers, as `GET /users/me`, whoever registered it. */
export function routesOf(house: House): string[] {
  const found: string[] = [];
  const path: string[] = [];
  for (const line of house.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') continue;
    path.length = indent.length / 4;
    path.push(part);
    for (const method of methods.split(', ')) if (method !== '') found.push(`${method} ${path.join('')}`);
  }
  return found;
}
