import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Cookies } from '../http/cookies.js';
import { AcceptForm, BrowserOnly, ForAllRoutes, HtmlFormErrors, MultiValue } from '../http/route-options.decorator.js';
import { applyColumnChoice, formatHiddenColumns, parseHiddenColumns } from '../pages/column-choice.js';
import { errorPage } from '../pages/error.page.js';
import type { FormErrorPage } from '../pages/page.js';
import { ChooseColumnsDto } from './columns.dto.js';

/** No browser sends anything else. */
const rejectedColumnsPage: FormErrorPage = (problem, _, context) => errorPage(problem, context);

/** Which columns the tables of pages have in each browser: stored in a cookie, without a script. */
@Controller('columns')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class ColumnsController {
  constructor(private readonly cookies: Cookies) {}

  /**
   * Chooses the columns of a table in this browser.
   * @takes form
   * @answer 303 Redirects to where the form was sent from.
   */
  @Post()
  @HttpCode(303)
  @AcceptForm({ lists: ['show'] })
  @MultiValue('show')
  @HtmlFormErrors(rejectedColumnsPage)
  chooseColumns(
    @Body() { table, offered, show = [], all, back }: ChooseColumnsDto,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    const columns = offered.split(' ');
    const shown = all === undefined ? show : columns;
    const hidden = parseHiddenColumns(this.cookies.readColumns(headers.cookie));
    reply.header(
      'set-cookie',
      this.cookies.setColumns(formatHiddenColumns(applyColumnChoice(hidden, { table, offered: columns, shown }))),
    );
    reply.header('location', back);
  }
}
