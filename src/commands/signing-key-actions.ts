import { OPERATOR } from '../access/actor.js';
import { SigningKeysService } from '../auth/oauth/keys/signing-keys.service.js';
import type { CommandInvocation, ExitCode } from './command.js';
import { runInApp } from './run-in-app.js';
import { formatTable } from './options.js';

export async function listSigningKeys(invocation: CommandInvocation): Promise<ExitCode> {
  const keys = await runInApp(invocation, 'signing-key list', (application) =>
    application.get(SigningKeysService).list(),
  );
  const views = keys.map(({ kid, algorithm, state, createdAt, signsFrom }) => ({
    kid,
    algorithm,
    state,
    created_at: createdAt.toISOString(),
    signs_from: signsFrom.toISOString(),
  }));
  invocation.out.result(views, formatTable(views, 'There is no key yet; the first one is made when it is needed.'));
  return 0;
}

/** Idempotent: the next key stays the next key until its time has come. */
export async function rotateSigningKey(invocation: CommandInvocation): Promise<ExitCode> {
  const { kid, signsFrom, isNew } = await runInApp(invocation, 'signing-key rotate', (application) =>
    application.get(SigningKeysService).rotate(OPERATOR),
  );
  const from = signsFrom.toISOString();
  const text = isNew
    ? `The key ${kid} is published within a minute, and signs from ${from}.`
    : `The key ${kid} waits already, and signs from ${from}; nothing was changed.`;
  invocation.out.result(
    { kid, signs_from: from, is_new: isNew },
    `${text}\nThe key before it stays published until what it signed has expired.`,
  );
  return 0;
}
