import { Body, Controller, Get, HttpCode, HttpStatus, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { Cookies } from '../../http/cookies.js';
import {
  AcceptForm,
  BrowserOnly,
  ForAllRoutes,
  HtmlFormErrors,
  HtmlPage,
  MultiValue,
} from '../../http/route-options.decorator.js';
import { formatDeskPanels, parseDeskPanels } from './desk-panels.js';
import { DeskPanelsForm, DeskPanelsQuery } from './desk-panels.dto.js';
import { deskPanelsPage, type DeskPanelsView, rejectedPanelsPage } from './desk-panels.page.js';

/** The panels of an instrument's page, as each browser shows them: stored in a cookie, without a script. */
@Controller('desk/panels')
@Access('session')
@ForAllRoutes(BrowserOnly())
export class DeskPanelsController {
  constructor(private readonly cookies: Cookies) {}

  /** Shows how the page of an instrument is arranged, as a form. */
  @Get()
  @HtmlPage(deskPanelsPage)
  showDeskPanels(@Query() { back }: DeskPanelsQuery, @Req() { headers }: FastifyRequest): DeskPanelsView {
    return { ...parseDeskPanels(this.cookies.readPanels(headers.cookie)), back };
  }

  /**
   * Arranges the page of an instrument in this browser.
   * @takes form
   * @answer 303 Redirects to where the form was opened.
   */
  @Post()
  @HttpCode(HttpStatus.SEE_OTHER)
  @AcceptForm({ lists: ['show'] })
  @MultiValue('show')
  @HtmlFormErrors(rejectedPanelsPage)
  arrangeDeskPanels(
    @Body() { order, show = [], back, book, ticket, holdings }: DeskPanelsForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    const panels = { order, shown: new Set(show), sizes: { book, ticket, holdings } };
    reply.header('set-cookie', this.cookies.setPanels(formatDeskPanels(panels)));
    reply.header('location', back);
  }
}
