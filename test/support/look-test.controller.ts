import { Controller, Get, Header } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import { domainError, type Issue } from '../../src/errors/domain-error.js';
import { html } from '../../src/pages/html.js';
import type { PageContent } from '../../src/pages/page.js';
import { HtmlPage } from '../../src/http/route-options.decorator.js';

class LookRejectedError extends domainError('malformed', 'invalid_request') {
  override readonly issues: readonly Issue[] = [
    { pointer: '/limit_price', message: 'must be a number of at most 15 digits' },
    { pointer: '/position/3/instrument_id', message: 'names no instrument' },
  ];
}

const row = (index: number) => ({
  id: 1000 + index,
  client_order_id: index % 3 === 0 ? null : `desk-${index}`,
  side: index % 2 === 0 ? 'Sell' : 'Buy',
  limit_price: JSON.rawJSON((99 + index / 4).toFixed(index % 4 === 0 ? 4 : 2)),
  gain: (index % 2 === 0 ? 1 : -1) * index * 13.5,
  filled: index % 5 === 0,
  created_at: new Date(1_795_000_000_000 + index * 61_234).toISOString(),
  note: index === 7 ? 'A remark that is longer than a line. '.repeat(12) : null,
  self: `/orders/${1000 + index}`,
});

/** Every element of a form in every state, as later pages will use them. */
function formPage(): PageContent {
  return {
    title: 'Form',
    body: html`<h1>Submit an order</h1>
<form method="post" action="/look/form">
<div class="field"><label for="code">Instrument</label><input id="code" name="code" type="text" aria-describedby="code-hint"><p class="hint" id="code-hint">As the exchange spells it.</p></div>
<div class="field"><label for="price">Limit price</label><input id="price" name="price" type="text" inputmode="decimal" value="101.3" aria-invalid="true" aria-describedby="price-fault"><p class="fault" id="price-fault">Prices move in steps of 0.25.</p></div>
<div class="field"><label for="side">Side</label><select id="side" name="side"><option>Buy</option><option>Sell</option></select></div>
<div class="field"><label for="note">Remark</label><textarea id="note" name="note" rows="2"></textarea></div>
<div class="field"><label><input type="checkbox" name="day"> For today only</label></div>
<p><button type="submit" class="primary">Submit</button> <button type="submit" class="danger" name="all" value="1">Cancel all</button> <button type="submit" disabled>Replay</button></p>
</form>
<p><span class="badge good">Open</span> <span class="badge bad">Rejected</span> <span class="badge warn">Halted</span> <span class="badge">Day</span></p>
<details><summary>More</summary><p>Folded away.</p></details>
<pre><code>curl http://127.0.0.1:3000/</code></pre>`,
  };
}

/** Endpoints that only the browser tests open: views and pages in every shape that the stylesheet knows. */
@Access('none')
@Controller('look')
export class LookTestController {
  @Get('rows')
  @Header('link', '</look/rows?cursor=2>; rel="next"')
  rows(): unknown {
    return Array.from({ length: 60 }, (_, index) => row(index));
  }

  @Get('thousand')
  thousand(): unknown {
    return Array.from({ length: 1000 }, (_, index) => row(index));
  }

  @Get('object')
  object(): unknown {
    return {
      id: 7,
      name: 'Ada',
      cash: JSON.rawJSON('1250000.50'),
      closed_on: null,
      tags: ['margin', 'reg-t'],
      address: { city: 'London', lines: [{ line: 1 }] },
      position: [row(1), row(2)],
      secret: 'kc_9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f',
    };
  }

  @Get('empty')
  empty(): unknown {
    return [];
  }

  @Get('refused')
  refused(): never {
    throw new LookRejectedError('Two fields are not as they should be.');
  }

  @Get('form')
  @HtmlPage(formPage)
  form(): object {
    return {};
  }
}
