/*
 * What a reader typed into the forms of the documentation stays in the tab's session storage, with the name of the user who was signed
 * in. When another user or nobody is signed in, it is removed by the next page that this tab shows.
 */
const PREFIX = 'try.';
const OWNER = `${PREFIX}person`;

const userName = document.querySelector('.person strong')?.textContent ?? '';

export const readTypedSecret = (name: string): string => sessionStorage.getItem(PREFIX + name) ?? '';

export function keepTyped(name: string, value: string): void {
  sessionStorage.setItem(OWNER, userName);
  sessionStorage.setItem(PREFIX + name, value);
}

/** Storage may be closed to this page; then nothing was kept. */
export function forgetTyped(): void {
  try {
    const owner = sessionStorage.getItem(OWNER) ?? '';
    if (owner === '' || owner === userName) return;
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    /* Nothing to forget. */
  }
}
