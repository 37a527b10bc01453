import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDurably, removeAbandonedDrafts, writeDurably } from './durable-file.js';

describe('durable files', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kontor-durable-'));
    file = join(directory, 'first-sign-in.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('are replaced completely, readable by the owner only', () => {
    writeFileSync(file, 'old', { mode: 0o644 });
    writeDurably(file, 'new');

    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['first-sign-in.json']);
  });

  it('leave no draft with a secret when the replacement fails', () => {
    mkdirSync(join(file, 'occupied'), { recursive: true });

    expect(() => writeDurably(file, 'secret')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(directory)).toEqual(['first-sign-in.json']);
  });

  it('are created once, and report an existing file', () => {
    expect([createDurably(file, 'first', { mode: 0o644 }), createDurably(file, 'second')]).toEqual([true, false]);
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(directory)).toEqual(['first-sign-in.json']);
  });

  it('overwrite the draft of an earlier process with the same pid', () => {
    writeFileSync(`${file}.${process.pid}`, 'half a secr', { mode: 0o644 });
    writeDurably(file, 'whole');

    expect(readFileSync(file, 'utf8')).toBe('whole');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('remove drafts of ended processes and keep those of running ones', () => {
    const names = {
      dead: 'first-sign-in.json.101',
      ours: `secret-key.${process.pid}`,
      running: 'first-sign-in.json.102',
      old: 'service.json.103',
      other: 'server.log.1',
    };
    for (const name of Object.values(names)) writeFileSync(join(directory, name), 'x');
    const twoMinutesAgo = Date.now() / 1000 - 120;
    utimesSync(join(directory, names.old), twoMinutesAgo, twoMinutesAgo);

    removeAbandonedDrafts(directory, (pid) => pid === 102 || pid === 103);

    expect(readdirSync(directory).sort()).toEqual([names.running, names.other]);
  });
});
