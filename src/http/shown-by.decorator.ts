import { RouteConfig } from '@nestjs/platform-fastify';
import type { Page } from './page.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    page?: Page<never>;
    alwaysJson?: boolean;
  }
}

/** The page that shows a handler's view to a browser; without it the plain resource page does. */
export const ShownBy = <View>(page: Page<View>): MethodDecorator => RouteConfig({ page });

/** For answers that a standard fixes as JSON, whatever the caller accepts. */
export const AlwaysJson = (): MethodDecorator => RouteConfig({ alwaysJson: true });
