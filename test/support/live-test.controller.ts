import { Controller, Get } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import { html } from '../../src/pages/html.js';
import { renderTimestamp } from '../../src/pages/timestamp.page.js';
import type { PageContent } from '../../src/pages/page.js';
import { HtmlPage } from '../../src/http/route-options.decorator.js';

let asked = 0;

function livePage({ count }: { count: number }): PageContent {
  return {
    title: 'Live',
    body: html`<h1>Live</h1>
<p data-live="Live">Not live</p>
<section id="part"><span id="said" data-live="Live">As of</span><p id="count" class="figure">${count}</p><p>${renderTimestamp('2026-01-30T15:04:05.123Z')}</p>
<form><label for="typed">Typed</label><input id="typed" name="typed" value="as served"><details id="fold"><summary>Fold</summary>Folded</details></form></section>
<p id="else">${count}</p>`,
    scripts: ['live.js'],
  };
}

/** A page with a part that is different each time it is asked for. */
@Controller('live')
@Access('session')
export class LiveTestController {
  @Get()
  @HtmlPage(livePage)
  look(): { count: number } {
    return { count: ++asked };
  }
}
