import type { NewKeyForm } from './key-pages.dto.js';

/** Where the form for a new key leads. */
export const NEW_KEY_ACTION = '/profile/keys';

const fields = { name: 'Documentation', kind: 'server' } as const satisfies NewKeyForm;

/** The same form with a key for trying requests of the documentation. */
export const trialKeyForm = { action: NEW_KEY_ACTION, name: fields.name, fields };
