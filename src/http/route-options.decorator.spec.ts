import 'reflect-metadata';
import { Get } from '@nestjs/common';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { AlwaysJson, Compressible, ForAllRoutes } from './route-options.decorator.js';

const getOptions = (routes: object, name: string): unknown =>
  Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, Reflect.get(routes, name) as object);

describe('ForAllRoutes', () => {
  it('decorates routes only, and keeps their own options', () => {
    @ForAllRoutes(AlwaysJson())
    class Reports {
      get name(): string {
        return 'reports';
      }

      @Get()
      @Compressible()
      show(): string {
        return this.format();
      }

      format(): string {
        return this.name;
      }
    }

    expect(getOptions(Reports.prototype, 'show')).toEqual({ alwaysJson: true, isCompressible: true });
    expect(getOptions(Reports.prototype, 'format')).toBeUndefined();
  });
});
