import { Body, Controller, HttpCode, Post, Res, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Cookies } from '../http/cookies.js';
import { SetThemeDto, ChooseColumnsDto } from './display.dto.js';
import { AcceptForm, BrowserOnly, ForAllRoutes, HtmlFormErrors, MultiValue } from '../http/route-options.decorator.js';
import { applyColumnChoice, formatHiddenColumns, parseHiddenColumns } from '../pages/column-choice.js';
import { errorPage } from '../pages/error.page.js';
import type { FormErrorPage } from '../pages/page.js';

/** Colors and density of all pages, stored in cookies, without a script. */
@Controller('theme')
@Access('none')
export class ThemeController {
  constructor(private readonly cookies: Cookies) {}

  /**
   * Stores the colors or the density for all pages and redirects back.
   * @takes form
   */
  @Post()
  @HttpCode(303)
  setTheme(@Body() { theme, density, back }: SetThemeDto, @Res({ passthrough: true }) reply: FastifyReply): void {
    if (theme !== undefined) reply.header('set-cookie', this.cookies.setTheme(theme));
    if (density !== undefined) reply.header('set-cookie', this.cookies.setDensity(density));
    reply.header('location', back);
  }
}

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
