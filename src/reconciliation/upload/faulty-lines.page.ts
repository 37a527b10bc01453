import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContext } from '../../pages/page.js';
import { toColumnName } from './statement-table.js';
import type { UploadView } from './upload.view.js';
import { toSentence } from '../../errors/sentence.js';

type FaultyLine = UploadView['faulty'][number];

/** The lines of a table that have errors, each with its cells to fix in place. */
export function renderFaultyLines({ id, kind, faults, faulty }: UploadView, context: PageContext): Html {
  const lines = new Set(faults.map(({ line }) => line)).size;
  return html`<p class="refusal" role="alert">${lines === 1 ? 'One line has errors.' : `${lines} lines have errors.`} Nothing was imported. Fix ${lines === 1 ? 'it' : 'them'} here, or fix the file and upload it again.</p>
<form class="faulty" method="post" action="/accounts/statements/uploads/${id}/lines">
${renderFormToken(context)}
${faulty.map(renderLine)}
${lines > faulty.length && html`<p>And ${lines - faulty.length} more lines, which follow when these are fixed.</p>`}
<p class="actions"><button type="submit" class="primary">Check again</button> <a class="button" href="/accounts/statements/upload?kind=${kind}">Upload another file</a></p>
</form>`;
}

function renderLine({ line, text, cells, messages }: FaultyLine): Html {
  return html`<fieldset aria-describedby="faults-${line}"><legend>Line ${line}</legend>
<ul class="faults" id="faults-${line}">${messages.map((message) => html`<li>${describeMessage(message)}</li>`)}</ul>
<div class="inline">${
    cells === null
      ? renderField({ name: `line.${line}.text`, label: 'The whole line', value: text, isWrong: true })
      : cells.map(({ title, value }, at) =>
          renderField({ name: `line.${line}.${at}`, label: toLabel(title), value, isWrong: isAbout(messages, title) }),
        )
  }</div>
</fieldset>
`;
}

const columnNames: Readonly<Record<string, string>> = {
  acct_id: 'Account',
  as_of: 'Date',
  instrument: 'Instrument',
  quantity: 'Quantity',
  price: 'Price',
  cash_balance: 'Cash balance',
  net_liq: 'Net liquidation value',
};

const toLabel = (title: string): string => columnNames[toColumnName(title)] ?? title;

/** Errors begin with the name of their column, or with what is not there. */
function describeMessage(message: string): string {
  const [first = ''] = message.split(' ');
  return toSentence(message.replace(first, columnNames[first] ?? first));
}

const missing: Readonly<Record<string, string>> = {
  acct_id: 'there is no account ',
  as_of: 'date ',
  instrument: 'there is no instrument ',
};

const isAbout = (messages: readonly string[], title: string): boolean => {
  const column = toColumnName(title);
  return messages.some((message) => message.startsWith(`${column} `) || message.startsWith(missing[column] ?? '\n'));
};

type LineField = Readonly<{ name: string; label: string; value: string; isWrong: boolean }>;

const renderField = ({ name, label, value, isWrong }: LineField): Html =>
  html`<div class="field${name.endsWith('text') && ' wide'}"><label for="${toElementId(name)}">${label}</label><input type="text" id="${toElementId(name)}" name="${name}" value="${value}" autocomplete="off" spellcheck="false"${isWrong && html` aria-invalid="true"`}></div>`;

/** A dot in an id would be a class selector. */
const toElementId = (name: string): string => name.replaceAll('.', '-');
