type Fields = Readonly<Record<string, string>>;

/** A field as it stands on a page. Of radio buttons each is one. */
export type ParsedField = Readonly<{
  name: string;
  kind: 'input' | 'select' | 'textarea';
  type: string;
  value: string;
  /** Of a list to choose from. */
  choices: readonly string[];
  isRequired: boolean;
  isDisabled: boolean;
  isChecked: boolean;
}>;

/** A form as it stands on a page: where it leads, what is filled in already, and its fields. */
export type ParsedForm = Readonly<{ action: string; method: string; fields: Fields; all: readonly ParsedField[] }>;

const entities: Fields = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
const attribute = (tag: string, name: string): string =>
  plain(new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).join('') ?? '');
const has = (tag: string, name: string): boolean =>
  new RegExp(`\\s${name}(?=[\\s=>])`).test(tag.replaceAll(/"[^"]*"/g, '""'));

/** Every form within `<main>`; the frame around the page has its own. */
export function formsOf(markup: string): ParsedForm[] {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(markup)?.[1] ?? '';
  return [...main.matchAll(/(<form[^>]*>)([\s\S]*?)<\/form>/g)].map(([, tag = '', inside = '']) => {
    const all = fieldsOf(inside);
    return {
      action: attribute(tag, 'action'),
      method: attribute(tag, 'method'),
      fields: Object.fromEntries(
        all.filter(({ kind }) => kind === 'input').map(({ name, value }) => [name, value] as const),
      ),
      all,
    };
  });
}

const FIELDS = /(<input[^>]*>)|(<select[^>]*>)([\s\S]*?)<\/select>|(<textarea[^>]*>)\n?([\s\S]*?)<\/textarea>/g;

const fieldsOf = (inside: string): ParsedField[] =>
  [...inside.matchAll(FIELDS)]
    .map(([, input, select, options, textarea, text = '']) => {
      if (input !== undefined) return parseField(input, { kind: 'input', value: attribute(input, 'value') });
      if (textarea !== undefined) return parseField(textarea, { kind: 'textarea', value: plain(text) });
      return parseField(select ?? '', { kind: 'select', ...parseChoices(options ?? '') });
    })
    .filter(({ name }) => name !== '');

function parseChoices(options: string): Pick<ParsedField, 'value' | 'choices'> {
  const choices = [...options.matchAll(/<option[^>]*>/g)].map(([option]) => option);
  const chosen = choices.find((option) => has(option, 'selected')) ?? choices[0] ?? '';
  return { value: attribute(chosen, 'value'), choices: choices.map((option) => attribute(option, 'value')) };
}

const parseField = (
  tag: string,
  known: Pick<ParsedField, 'kind' | 'value'> & Partial<Pick<ParsedField, 'choices'>>,
): ParsedField => ({
  choices: [],
  ...known,
  name: attribute(tag, 'name'),
  type: attribute(tag, 'type'),
  isRequired: has(tag, 'required'),
  isDisabled: has(tag, 'disabled'),
  isChecked: has(tag, 'checked'),
});

const isTicked = (type: string): boolean => type === 'radio' || type === 'checkbox';

/** What stands in a field when the form is sent without touching it. */
export const valueIn = ({ all }: ParsedForm, field: ParsedField): string =>
  isTicked(field.type)
    ? (all.find(({ name, isChecked }) => name === field.name && isChecked)?.value ?? '')
    : field.value;

/** Required fields that stay empty, for which a browser does not send the form. */
export const listMissing = (form: ParsedForm, filled: Fields): string[] => [
  ...new Set(
    form.all
      .filter((field) => field.isRequired && !field.isDisabled && (filled[field.name] ?? valueIn(form, field)) === '')
      .map(({ name }) => name),
  ),
];
