import { open } from 'node:fs/promises';

const PORTION_BYTES = 8 * 1024 * 1024;

/** Writes a file for its owner only, one part after the other, and syncs it. Gives up where `signal` says so. */
export async function writeParts(path: string, parts: readonly Buffer[], signal?: AbortSignal): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (const part of parts)
      for (let at = 0; at < part.length;) {
        signal?.throwIfAborted();
        at += (await file.write(part, at, Math.min(PORTION_BYTES, part.length - at))).bytesWritten;
      }
    await file.sync();
  } finally {
    await file.close();
  }
}
