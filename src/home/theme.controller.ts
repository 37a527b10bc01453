import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Config } from '../config/config.js';
import { Cookies } from '../http/cookies.js';
import { SetThemeDto } from './theme.dto.js';

/** Colors and density of all pages, stored in cookies, without a script. */
@Controller('theme')
@Access('none')
export class ThemeController {
  private readonly cookies: Cookies;

  constructor(config: Config) {
    this.cookies = new Cookies(config.isHttps);
  }

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
