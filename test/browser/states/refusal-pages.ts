import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { TestApp } from '../../support/test-app.js';
import { isSent, type Row, states } from '../../support/page-rows.js';

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

type Controller = abstract new (...inputs: never[]) => object;

/** Endpoints that show a form again which was refused: `POST /profile/keys`. */
export function listFormEndpoints({ app }: TestApp): string[] {
  const [discovery, scanner] = [app.get(DiscoveryService, { strict: false }), new MetadataScanner()];
  return discovery.getControllers().flatMap(({ metatype }) => {
    const { prototype } = metatype as Controller;
    const base = String(Reflect.getMetadata(PATH_METADATA, metatype as Controller));
    return scanner.getAllMethodNames(prototype as object).flatMap((name) => {
      const handler = (prototype as Record<string, object>)[name];
      const config =
        handler &&
        (Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as { formErrorPage?: unknown } | undefined);
      if (!handler || config?.formErrorPage === undefined) return [];
      const path = [base, String(Reflect.getMetadata(PATH_METADATA, handler))]
        .join('/')
        .replaceAll(/\/+/g, '/')
        .replace(/\/$/, '');
      return [
        `${methods[Number(Reflect.getMetadata(METHOD_METADATA, handler))] ?? ''} ${path.startsWith('/') ? path : `/${path}`}`,
      ];
    });
  });
}

/** Of those, the ones whose refusal no row looks at, one sentence each. */
export function listFormsWithoutRefusal(endpoints: readonly string[], rows: readonly Row[]): string[] {
  const sent = rows.flatMap((row) =>
    states.flatMap((state) => (isSent(row[state]) ? [methodAndPath(row[state].to)] : [])),
  );
  // A search is a form as well: it stands in the address.
  const searched = rows.flatMap(({ error }) => (typeof error === 'string' ? [`GET ${error.split('?')[0] ?? ''}`] : []));
  return endpoints
    .filter((endpoint) => ![...sent, ...searched].some((one) => expressionOf(endpoint).test(one)))
    .map((endpoint) => `${endpoint} refuses forms, and no row of test/browser/states looks at that`);
}

function methodAndPath(to: string): string {
  const [path = '', query = ''] = to.split('?');
  return `${new URLSearchParams(query).get('_method') ?? 'POST'} ${path}`;
}

const expressionOf = (endpoint: string): RegExp => new RegExp(`^${endpoint.replaceAll(/:\w+/g, '[^/]+')}$`);
