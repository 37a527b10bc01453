import { Module } from '@nestjs/common';
import { OpenapiModule } from '../openapi/openapi.module.js';
import { HomeController } from './home.controller.js';
import { ShortcutsController } from './shortcuts.controller.js';
import { ThemeController, ColumnsController } from './display.controller.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** What this service is, for visitors who come for the first time; the keys and the colors of its pages. */
@RegisterNavigation({
  shortcuts: [
    { order: 10, where: 'On every page', keys: ['?'], does: 'Show this list' },
    { order: 80, where: 'On every page', keys: ['/'], does: 'Go to the search of the page' },
    { order: 90, where: 'On every page', keys: ['Esc'], does: 'Leave a field, or close what is open' },
    { order: 110, where: 'In a list', keys: ['j'], does: 'One row down' },
    { order: 120, where: 'In a list', keys: ['k'], does: 'One row up' },
    { order: 130, where: 'In a list', keys: ['Enter'], does: 'Open the row' },
  ],
})
@Module({
  imports: [OpenapiModule],
  controllers: [HomeController, ShortcutsController, ThemeController, ColumnsController],
})
export class HomeModule {}
