/*
 * What a reader typed into the forms of the documentation stays in the tab's session storage, with the name of the user who was signed
 * in. When another user or nobody is signed in, it is removed by the next page that this tab shows.
 */
const PREFIX = 'try.';
const OWNER = `${PREFIX}person`;

const person = document.querySelector('.person strong')?.textContent ?? '';

export const readTypedSecret = (name) => sessionStorage.getItem(PREFIX + name) ?? '';

export function keepTyped(name, value) {
  sessionStorage.setItem(OWNER, person);
  sessionStorage.setItem(PREFIX + name, value);
}

/** Storage may be closed to this page; then nothing was kept. */
export function forgetTyped() {
  try {
    const owner = sessionStorage.getItem(OWNER) ?? '';
    if (owner === '' || owner === person) return;
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    /* Nothing to forget. */
  }
}
