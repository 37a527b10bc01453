import 'reflect-metadata';
import { Controller, Get, Header, Param, Redirect, Render, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { registerDirectRoutes, type RouteParts } from './direct-routes.js';

@Controller('things')
class ThingsController {
  @Get()
  @Header('x-thing', 'yes')
  plain(@Res({ passthrough: true }) reply: unknown): object {
    return { is: typeof reply };
  }

  @Get()
  @UseInterceptors()
  intercepted(): object {
    return {};
  }

  @Get()
  @UseFilters()
  filtered(): object {
    return {};
  }

  @Get()
  @Redirect('/')
  redirected(): object {
    return {};
  }

  @Get()
  @Render('page')
  rendered(): object {
    return {};
  }

  @Get()
  sent(@Res() reply: unknown): unknown {
    return reply;
  }

  @Get()
  named(@Param('id') id: string): object {
    return { id };
  }
}

function open(name: keyof ThingsController) {
  const server = fastify();
  const app = { get: () => new ThingsController() } as unknown as NestFastifyApplication;
  const parts = {
    guards: [{ canActivate: () => true }],
    pipe: { transform: (value: unknown) => value },
    filter: { catch: (thrown: unknown) => expect(thrown).toBeUndefined() },
  } as RouteParts;
  registerDirectRoutes(server, app, parts);
  return server.get('/things', { config: { direct: { controller: ThingsController, name } } }, () =>
    Promise.reject(new Error('the router was asked')),
  );
}

describe('a route that is called directly', () => {
  it('calls the handler with its headers in place of the one that was registered', async () => {
    const { statusCode, headers, body } = await open('plain').inject('/things');
    expect([statusCode, headers['x-thing'], body]).toEqual([200, 'yes', '{"is":"object"}']);
  });

  it.each(['intercepted', 'filtered', 'redirected', 'rendered', 'sent', 'named'] as const)(
    'cannot be one that is %s',
    (name) => {
      expect(() => open(name)).toThrow(TypeError);
    },
  );
});
