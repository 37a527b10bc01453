import { Controller, Get } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { RejectFollowedRedirects, HtmlPage } from '../http/route-options.decorator.js';
import { DocumentService } from '../openapi/document.service.js';
import { EndpointsService } from '../openapi/endpoints.service.js';
import { toHomeView, type HomeView } from './home.view.js';
import { welcomePage } from './welcome.page.js';

/** The home page. A visitor who is redirected elsewhere for lack of a sign-in arrives here. */
@Controller()
@Access('none')
export class HomeController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly documents: DocumentService,
    private readonly config: Config,
  ) {}

  /**
   * Says what this service is, in which mode it runs, and what it answers.
   *
   * A missing or wrong authorization redirects here from elsewhere (303). A client that has followed is answered 401 with the same problem: it brings an
   * `Authorization` header that is not a valid bearer token, or the `flash` cookie of the 303. A client that keeps no cookies and sent no `Authorization` brings neither and
   * gets the list: send `Prefer: status=401` with every request, or do not follow redirects.
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
