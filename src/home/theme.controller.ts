import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { Cookies } from '../http/cookies.js';
import { SetThemeDto } from './theme.dto.js';

/** Light or dark colors, stored in a cookie, without a script. */
@Controller('theme')
@Access('none')
export class ThemeController {
  private readonly cookies: Cookies;

  constructor(config: Config) {
    this.cookies = new Cookies(config.isHttps);
  }

  /**
   * Stores the colors for all pages and redirects back.
   * @takes form
   */
  @Post()
  @HttpCode(303)
  setTheme(@Body() { theme, back }: SetThemeDto, @Res({ passthrough: true }) reply: FastifyReply): void {
    reply.header('set-cookie', this.cookies.setTheme(theme)).header('location', back);
  }
}
