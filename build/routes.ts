import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import './contract.ts';
import { readContract } from '../src/openapi/contract.ts';
import { findRouteScope } from '../src/auth/route-scopes.ts';
import { EndpointsService } from '../src/openapi/endpoints.service.ts';
import { routeDocument } from './route-document.ts';

/** `npm run routes` writes docs/routes.md. It needs no database: the decorators of the controllers are enough. */
const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}docs/routes.md`;

type Controller = Readonly<{ metatype: unknown }>;

async function controllers(): Promise<Controller[]> {
  const files = globSync('src/**/*.controller.ts', { cwd: root }).sort();
  const modules = await Promise.all(files.map((file) => import(`${root}${file}`) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) =>
    Object.values(module)
      .filter((exported) => typeof exported === 'function' && Reflect.hasMetadata('path', exported))
      .map((metatype) => ({ metatype })),
  );
}

const found = await controllers();
const discovery = { getControllers: () => found } as unknown as DiscoveryService;
const service = new EndpointsService(discovery, new MetadataScanner());
service.routeScopes.register(findRouteScope);
const endpoints = service.list();
const text = routeDocument(endpoints, readContract());
if (readFileSync(target, { encoding: 'utf8', flag: 'a+' }) === text)
  process.stderr.write('docs/routes.md is up to date.\n');
else {
  writeFileSync(target, text);
  process.stderr.write('Wrote docs/routes.md.\n');
}
