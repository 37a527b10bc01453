/* `npm run build`: makes ready what is missing and stops there. */
import { Failure, prepare, say } from './prepare.js';

try {
  await prepare();
  say('Everything is installed and built.');
} catch (error) {
  if (!(error instanceof Failure) && !error.code) throw error;
  say(error.message);
  process.exitCode = 1;
}
