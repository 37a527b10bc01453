import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from './environment.dto.js';
import { projectRoot } from './data-directory.js';

const lines = readFileSync(join(projectRoot, '.env.example'), 'utf8').split('\n');

/** Every variable of the example with its value and the sentence above it. */
const documented = lines.flatMap((line, index) => {
  const [, name, value] = /^#([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, value: value ?? '', above: lines[index - 1] ?? '' }];
});

describe('.env.example', () => {
  it('lists every variable once, and no other', () => {
    expect(documented.map(({ name }) => name).toSorted()).toEqual(Object.keys(new Environment()).toSorted());
  });

  it('describes each in a sentence', () => {
    expect(documented.filter(({ above }) => !/^# .*\S[.a-z0-9]$/.test(above))).toEqual([]);
    expect(documented.length).toBeGreaterThan(15);
  });

  it('shows the defaults in effect', () => {
    const documentedValues = Object.fromEntries(documented.map(({ name, value }) => [name, value]));
    const defaults = Object.entries(new Environment()).filter(([, value]) => value !== undefined);

    expect(defaults.length).toBeGreaterThan(4);
    expect(Object.fromEntries(defaults.map(([name]) => [name, documentedValues[name]]))).toEqual(
      Object.fromEntries(defaults.map(([name, value]) => [name, String(value)])),
    );
  });
});
