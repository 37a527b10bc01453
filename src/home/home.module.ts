import { Module } from '@nestjs/common';
import { OpenapiModule } from '../openapi/openapi.module.js';
import { HomeController } from './home.controller.js';
import { ShortcutsController } from './shortcuts.controller.js';
import { ThemeController } from './theme.controller.js';

/** What this service is, for visitors who come for the first time; the keys and the colors of its pages. */
@Module({ imports: [OpenapiModule], controllers: [HomeController, ShortcutsController, ThemeController] })
export class HomeModule {}
