import { Controller, Get } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import { BrowserOnly, HtmlPage } from '../http/route-options.decorator.js';
import { shortcutsPage } from './shortcuts.page.js';
import { Navigation } from '../pages/navigation.js';
import { toShortcutsView, type ShortcutsView } from './home.view.js';

@Controller('shortcuts')
@Access('none')
export class ShortcutsController {
  constructor(private readonly navigation: Navigation) {}

  /**
   * Lists the keyboard shortcuts.
   *
   * The page also switches them off.
   *
   * @example [{"where": "In a list", "keys": [{"keys": ["j"], "does": "One row down"}]}]
   */
  @Get()
  @BrowserOnly()
  @HtmlPage(shortcutsPage)
  listKeyboardShortcuts(): ShortcutsView {
    return toShortcutsView(this.navigation.shortcuts);
  }
}
