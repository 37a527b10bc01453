import { toFormState, renderInputField, renderTextarea, emptyForm, renderFormError } from './fields.page.js';
import type { Problem } from '../errors/problem.js';

const problem: Problem = {
  type: 'https://k.test/docs/errors/invalid_request',
  title: 'Invalid request',
  status: 400,
  code: 'invalid_request',
  detail: 'Both are wrong.',
  instance: '/x',
  request_id: 'r-1',
};
const email = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' } as const;
const password = {
  name: 'new_password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'Eight or more.',
} as const;

describe('renderInputField', () => {
  const rejected = toFormState(
    {
      ...problem,
      errors: [
        { pointer: '/email', message: 'email must be an email address' },
        { pointer: '/new_password', message: 'new_password is missing' },
      ],
    },
    { email: '<a>@', new_password: 's3cret' },
  );

  it('has a label and the current value', () => {
    const markup = String(renderInputField({ ...email, value: 'ada@k.test' }, emptyForm));

    expect(markup).toContain('<label for="email">Email</label>');
    expect(markup).toContain(
      '<input id="email" name="email" type="email" value="ada@k.test" autocomplete="email" required>',
    );
  });

  it('keeps the input and shows its error in the words of the label', () => {
    const markup = String(renderInputField({ ...email, value: 'ada@k.test' }, rejected));

    expect(markup).toContain(
      'value="&lt;a&gt;@" autocomplete="email" aria-describedby="email-fault" aria-invalid="true" required autofocus>',
    );
    expect(markup).toContain('<p class="fault" id="email-fault">Email must be an email address.</p>');
  });

  it('never returns a password, and focuses the first invalid field', () => {
    const markup = String(renderInputField(password, rejected));

    expect(markup).not.toContain('s3cret');
    expect(markup).toContain('aria-describedby="new_password-hint new_password-fault"');
    expect(markup).not.toContain('autofocus');
  });

  it('never returns what is no date to a field for dates', () => {
    const renderDate = (date: string): string =>
      String(
        renderInputField({ name: 'as_of', label: 'Date', type: 'date' }, { ...emptyForm, values: { as_of: date } }),
      );

    expect(renderDate('2026-11-26')).toContain(' value="2026-11-26"');
    expect(renderDate('yesterday')).not.toContain('yesterday');
  });

  it('shows an error without a pointer at the field that it names, or above the form', () => {
    const emailTaken = { ...problem, status: 409, code: 'email_taken', detail: 'It exists already.' };

    expect(String(renderInputField(email, toFormState(emailTaken, {}, { email_taken: 'email' })))).toContain(
      'It exists already.',
    );
    expect(String(renderFormError(toFormState(emailTaken, {}, { email_taken: 'email' })))).toBe(
      '<p class="refusal" role="alert">One field needs correction.</p>',
    );
    expect(String(renderFormError(toFormState(emailTaken, {})))).toContain('It exists already.');
    expect(renderFormError(emptyForm)).toBeNull();
  });
});

describe('renderTextarea', () => {
  it('keeps the input line by line and shows its error', () => {
    const form = toFormState(
      { ...problem, errors: [{ pointer: '/uris', message: 'uris: address 2 must have no fragment' }] },
      { uris: '\nhttps://a.example/\n</textarea>' },
    );
    const markup = String(renderTextarea({ name: 'uris', label: 'Addresses', rows: 3 }, form));

    expect(markup).toContain(
      '<textarea id="uris" name="uris" rows="3" spellcheck="false" aria-describedby="uris-fault" aria-invalid="true" required autofocus>\n\nhttps://a.example/\n&lt;/textarea&gt;</textarea>',
    );
    expect(markup).toContain('<p class="fault" id="uris-fault">Addresses: address 2 must have no fragment.</p>');
  });
});
