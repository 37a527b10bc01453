import { loadBooks } from '../recovery/load-books.js';
import type { StoredBooks } from '../store/exchange-store.js';
import { encodeSnapshot } from './snapshot-encoding.js';
import type { SnapshotFiles } from './snapshot-files.js';

/**
 * Writes a snapshot of the state that the tables have. Returns its last command; null if there is nothing new, or no batch of the
 * journal ends with that command.
 */
export async function writeSnapshot(stored: StoredBooks, files: SnapshotFiles): Promise<number | null> {
  const books = await loadBooks(stored, files);
  const { command } = books.state.counters;
  const hash = books.snapshot === command ? null : await stored.readHash(command);
  if (hash === null) return null;
  await files.write(command, encodeSnapshot(books, hash));
  return command;
}
