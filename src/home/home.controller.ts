import { Controller, Get } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { RejectFollowedRedirects, HtmlPage } from '../http/route-options.decorator.js';
import { DocumentService } from '../openapi/document.service.js';
import { EndpointsService } from '../openapi/endpoints.service.js';
import { toHomeView, type HomeView } from './home.view.js';
import { welcomePage } from './welcome.page.js';

/**
 * The home page.
 *
 * Redirects for a missing sign-in arrive here.
 */
@Controller()
@Access('none')
export class HomeController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly documents: DocumentService,
    private readonly config: Config,
  ) {}

  /**
   * Describes the service: its mode and its endpoints.
   *
   * Requests without valid authorization are redirected here (303). A client that follows the redirect gets 401 with
   * the same problem, if it sends an invalid `Authorization` header or the `flash` cookie of the 303. A client with
   * neither gets the list: send `Prefer: status=401` with every request, or do not follow redirects.
   *
   * @example {"name": "Kontor", "version": "0.1.0", "mode": "sandbox", "registration": "anybody", "documentation": "http://127.0.0.1:3000/docs",
   *   "openapi": "http://127.0.0.1:3000/openapi.json", "resources": [{"method": "GET", "path": "/users/me", "access":
   *   "bearer", "summary": "Shows the signed-in user"}]}
   */
  @Get()
  @RejectFollowedRedirects()
  @HtmlPage(welcomePage)
  getHome(): HomeView {
    const { version, operations } = this.documents.contract;
    const resources = this.endpoints
      .list()
      .map(({ method, path, access, handler }) => ({
        method: method.toUpperCase(),
        path,
        access: operations[handler]?.credential ?? access,
        summary: operations[handler]?.summary ?? '',
      }));
    const { mode, registration, baseUrl } = this.config;
    return toHomeView({ version, mode, registration, baseUrl, resources });
  }
}
