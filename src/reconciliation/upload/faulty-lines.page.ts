import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContext } from '../../pages/page.js';
import { renderTable } from '../../pages/table.page.js';
import { renderBreakField } from './upload-origin.page.js';
import { FIGURES, toColumnName } from './statement-table.js';
import { TITLE_LINE } from './table-corrections.js';
import type { UploadView } from './upload.view.js';
import { toSentence } from '../../errors/sentence.js';

type FaultyLine = UploadView['faulty'][number];
type SoundLine = UploadView['sound']['rows'][number];

/** The most lines that a message names. */
const LINES_NAMED = 10;

/** The lines that the last correction has left out. */
export function describeLeftOut(lines: readonly number[]): string {
  const [first, ...others] = [...lines].sort((one, other) => one - other).map(String);
  if (others.length === 0) return `Line ${first} is left out.`;
  const more = others.length + 1 - LINES_NAMED;
  const named = [first, ...others].slice(0, LINES_NAMED);
  const last = more > 0 ? `${more} more` : named.pop();
  return `Lines ${named.join(', ')} and ${last} are left out.`;
}

/** The lines of a table that have errors, each with its cells to fix in place. */
export function renderFaultyLines(view: UploadView, context: PageContext): Html {
  const { id, kind, faults, faulty, sound } = view;
  const lines = new Set(faults.map(({ line }) => line)).size;
  return html`<p class="refusal" role="alert">${lines === 1 ? 'One line has errors.' : `${lines} lines have errors.`} Nothing was imported. Fix ${lines === 1 ? 'it' : 'them'} here, or fix the file and upload it again.</p>
<p class="hint">A line that you leave out or empty is not imported.${kind === 'positions' && ' Its instrument then counts as flat.'}</p>
<form class="faulty" method="post" action="/accounts/statements/uploads/${id}/lines">
${renderFormToken(context)}${renderBreakField(view)}
${faulty.map(renderLine)}
${lines > faulty.length && html`<p>And ${lines - faulty.length} more lines, which follow when these are fixed.</p>`}
<p class="actions"><button type="submit" class="primary">Check again</button> <a class="button" href="/accounts/statements/upload?kind=${kind}">Upload another file</a></p>
</form>
${renderSoundLines(sound)}`;
}

const figureColumns: ReadonlySet<string> = new Set(FIGURES);

/** More lines than this are folded. */
const LINES_UNFOLDED = 12;

/** The lines that errors name, such as one that has the same instrument, and all others without errors. */
function renderSoundLines({ titles, rows, left_out: leftOut }: UploadView['sound']): Html | false {
  if (rows.length === 0) return false;
  const count = rows.length + leftOut;
  const columns = [
    { title: 'Line', figure: ({ line }: SoundLine) => line },
    ...titles.map((title, at) => ({
      title: toLabel(title),
      cell: ({ cells }: SoundLine) => html`${cells[at] ?? ''}`,
      isFigure: figureColumns.has(toColumnName(title)),
    })),
  ];
  return html`<details${count <= LINES_UNFOLDED && ' open'}><summary>${count === 1 ? 'One line has no errors' : `${count} lines have no errors`}</summary>
${renderTable('Lines without errors', rows, columns)}
${leftOut > 0 && html`<p>And ${leftOut} more lines.</p>`}
</details>`;
}

function renderLine({ line, text, cells, faults }: FaultyLine): Html {
  const toFaultIds = (isOfField: (column: string | undefined) => boolean): readonly string[] =>
    faults.flatMap(({ column }, at) => (isOfField(column) ? [`fault-${line}-${at}`] : []));
  return html`<fieldset aria-describedby="faults-${line}"><legend>Line ${line}</legend>
<ul class="faults" id="faults-${line}">${faults.map(({ message }, at) => html`<li id="fault-${line}-${at}">${describeMessage(message)}</li>`)}</ul>
<div class="inline"><input type="hidden" name="line.${line}.kind" value="${cells === null ? 'text' : 'cells'}">${
    cells === null
      ? renderField({
          name: `line.${line}.text`,
          label: 'The whole line',
          value: text,
          faultIds: toFaultIds(() => true),
        })
      : cells.map(({ title, value }, at) =>
          renderField({
            ...{ name: `line.${line}.${at}`, label: toLabel(title), value },
            faultIds: toFaultIds((column) => column === toColumnName(title)),
          }),
        )
  }</div>
${line !== TITLE_LINE && html`<p class="choice"><label><input type="checkbox" name="line.${line}.left_out" value="yes"> Leave this line out</label></p>`}
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

const TITLE_FIELD = `line.${TITLE_LINE}.text`;

type LineField = Readonly<{ name: string; label: string; value: string; faultIds: readonly string[] }>;

const renderField = ({ name, label, value, faultIds }: LineField): Html =>
  html`<div class="field${name.endsWith('text') && ' wide'}"><label for="${toElementId(name)}">${label}</label><input type="text" id="${toElementId(name)}" name="${name}" value="${value}" autocomplete="off" spellcheck="false"${name === TITLE_FIELD && ' required'}${faultIds.length > 0 && html` aria-invalid="true" aria-describedby="${faultIds.join(' ')}"`}></div>`;

/** A dot in an id would be a class selector. */
const toElementId = (name: string): string => name.replaceAll('.', '-');
