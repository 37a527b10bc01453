import { parseChanges } from './changes.js';

const changelog = `# Changelog

All notable changes.

## Unreleased

### Added

- The first of
  two lines.
- Another.

## 1.0.0

The first release.

### Fixed

- A fault.`.split('\n');
const dates = changelog.map((_line, at) => `2026-01-${String(at + 1).padStart(2, '0')}T00:00:00.000Z`);

describe('parseChanges', () => {
  it('reads one change per entry, dated by its first line', () => {
    expect(parseChanges(changelog, dates)).toMatchObject([
      { version: 'Unreleased', kind: 'Added', text: 'The first of two lines.', date: dates[8] },
      { version: 'Unreleased', kind: 'Added', text: 'Another.', date: dates[10] },
      { version: '1.0.0', kind: 'Fixed', text: 'A fault.', date: dates[18] },
    ]);
  });

  it('keeps ids when a version is released and entries move', () => {
    const [first] = parseChanges(changelog, dates);
    const released = changelog.map((line) => line.replace('Unreleased', '1.1.0'));
    const [, , moved] = parseChanges([...released.slice(0, 8), '- New.', '- Newer.', ...released.slice(8)], []);

    expect(first?.id).toMatch(/^change-[0-9a-f]{10}$/);
    expect(moved).toMatchObject({ id: first?.id, version: '1.1.0' });
  });
});
