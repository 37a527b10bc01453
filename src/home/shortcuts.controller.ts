import { Controller, Get } from '@nestjs/common';
import { Access } from '../access/access.decorator.js';
import { BrowserOnly, HtmlPage } from '../http/route-options.decorator.js';
import { shortcutsPage } from './shortcuts.page.js';
import { SHORTCUTS, type ShortcutsView } from './shortcuts.js';

@Controller('shortcuts')
@Access('none')
export class ShortcutsController {
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
    return SHORTCUTS;
  }
}
