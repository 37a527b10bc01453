import { choice, type Entered, field, nothingEntered } from '../http/fields.page.js';
import { html } from '../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../http/page.js';
import type { Problem } from '../http/problem.js';
import type { InstrumentView } from './instrument.view.js';
import type { ProductGroupView } from './product-group.view.js';
import type { ProductView } from './product.view.js';
import { again, enteredTerms, formPage, remembered } from './reference-form.page.js';

type Values = Readonly<Record<string, string>>;

/** An instrument is listed under a product, so the product is chosen first. */
export type InstrumentFormView = Readonly<{ groups: readonly ProductGroupView[]; product: ProductView | null }>;

export function newInstrumentPage({ groups, product }: InstrumentFormView, visit: Visit): PageContent {
  if (product === null) return productChoice(groups);
  return newForm(visit, nothingEntered, {
    product_id: String(product.id),
    _product: `${product.symbol}, ${product.name}`,
    _tick: product.tick_size.rawJSON,
    _type: product.instrument_type,
  });
}

export const refusedNewInstrumentPage: RefusalPage = again((problem, sent, visit) =>
  newForm(visit, enteredTerms(problem, sent), sent),
);

export function changeInstrumentPage(instrument: InstrumentView, visit: Visit): PageContent {
  const { id, symbol, version, expiration, settlement_price: settlement, tick_size: tick, status } = instrument;
  const values = {
    expiration: expiration ?? '',
    settlement_price: settlement?.rawJSON ?? '',
    status,
    expected_version: String(version),
    _symbol: symbol,
    _tick: tick.rawJSON,
  };
  return changeForm({ ...visit, path: `/instruments/${id}` }, nothingEntered, values);
}

export const refusedInstrumentPage: RefusalPage = again((problem, sent, visit) =>
  isDecision(sent) ? refusedDecision(problem, sent, visit) : changeForm(visit, enteredTerms(problem, sent), sent),
);

/** To halt it or to let it trade again is asked on a page without fields. */
const isDecision = (sent: Values): boolean =>
  sent['status'] !== undefined && sent['expiration'] === undefined && sent['settlement_price'] === undefined;

function refusedDecision(
  problem: Problem,
  { status, _symbol: symbol = 'The instrument' }: Values,
  { path }: Visit,
): PageContent {
  const [address = ''] = path.split('?');
  const wasToTrade = status === 'Open';
  const already = wasToTrade ? 'trades already' : 'is halted already';
  return {
    title: wasToTrade ? `Let ${symbol} trade again?` : `Halt ${symbol}?`,
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="${address}">Back to ${symbol}</a></p>
<h1>${wasToTrade ? `Let ${symbol} trade again?` : `Halt ${symbol}?`}</h1>
${
  problem.code === 'version_conflict'
    ? html`<p class="refusal" role="alert">This did nothing: it was decided before. If nothing else was changed since, ${symbol} ${already}.</p>\n<p>That is so when the form was sent twice, or somebody was quicker.</p>`
    : html`<p class="refusal" role="alert">${problem.detail}</p>`
}
<p class="actions"><a class="button primary" href="${address}">See how ${symbol} is</a> <a class="button" href="/administration${address}/${wasToTrade ? 'resumption' : 'halt'}">Ask again</a></p>
</article>`,
  };
}

function productChoice(groups: readonly ProductGroupView[]): PageContent {
  const all = groups.flatMap(({ products }) => products);
  return {
    title: 'List an instrument',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/instruments">Back to all instruments</a></p>
<h1>List an instrument</h1>
<p class="lead">Of which product? It gives the instrument its steps, their worth, and its hours.</p>
${
  all.length === 0
    ? html`<p class="empty">There is no product yet.</p>\n<p><a class="button primary" href="/products/new">New product</a></p>`
    : groups.map(
        ({ name, products }) =>
          products.length > 0 &&
          html`<h2>${name}</h2>
<ul class="choices">${products.map((product) => html`<li><a href="/instruments/new?product_id=${product.id}">${product.symbol}</a> <span class="none">${product.name}</span></li>\n`)}</ul>
`,
      )
}
</article>`,
  };
}

function newForm(visit: Visit, form: Entered, values: Values): PageContent {
  const { product_id: productId = '', _product: product = '', _tick: tick = '', _type: type = '' } = values;
  const fields = html`${remembered({ product_id: productId, _product: product, _tick: tick, _type: type })}
${field({ name: 'symbol', label: 'Symbol', hint: 'Capital letters and figures, as in ESZ27. It stays.' }, form)}
${field({ name: 'expiration', label: 'Last session', type: 'date', isOptional: true, hint: 'The date of its last session. Without it, the instrument does not expire.' }, form)}
${field({ name: 'settlement_price', label: 'Settlement price', keys: 'decimal', isOptional: true, hint: `What price bands are measured from until something trades. A multiple of ${tick}.` }, form)}
${choice({ name: 'status', label: 'From now on', value: 'Open' }, statuses, form)}`;
  return formPage(
    {
      title: 'List an instrument',
      lead: html`Under the product <strong>${product}</strong>.`,
      back: ['/instruments', 'Back to all instruments'],
      action: '/instruments',
      fields,
      submit: 'List it',
    },
    visit,
    form,
  );
}

function changeForm(visit: Visit, form: Entered, values: Values): PageContent {
  const [address = ''] = visit.path.split('?');
  const { _symbol: symbol = '', _tick: tick = '' } = values;
  const fields = html`${remembered({ expected_version: values['expected_version'] ?? '', _symbol: symbol, _tick: tick })}
${field({ name: 'expiration', label: 'Last session', type: 'date', isOptional: true, value: values['expiration'] ?? '', hint: 'The date of its last session. When that closes, its working orders expire.' }, form)}
${field({ name: 'settlement_price', label: 'Settlement price', keys: 'decimal', isOptional: true, value: values['settlement_price'] ?? '', hint: `A multiple of ${tick}. Positions of the last close are valued by it anew.` }, form)}`;
  return formPage(
    {
      title: `Change ${symbol}`,
      lead: html`To stop trading, <a href="/administration${address}/halt">halt it</a> instead.`,
      back: [address, `Back to ${symbol}`],
      action: `${address}?_method=PUT`,
      fields,
      submit: 'Change the instrument',
    },
    visit,
    form,
  );
}

const statuses = [
  ['Open', 'it trades, while its session is open'],
  ['Halted', 'trading is halted'],
  ['Closed', 'its market is closed'],
] as const;
