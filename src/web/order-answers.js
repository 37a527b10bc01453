/* What the list of orders says of the answer to a form that it has sent. */

/** What the page that came back says happened. */
export const describeAnswer = (page) =>
  (page.querySelector('.flash') ?? page.querySelector('.refusal') ?? page.querySelector('.lead'))?.textContent.trim() ??
  'There was no answer.';

/** The way behind which the form stands again (form-resumption.ts), or this list where there is nothing to come back to but the list. */
function findSignInLink(page) {
  const way = page.querySelector('.person a')?.getAttribute('href') ?? '/login';
  return way === '/login' ? `/login?resume=${encodeURIComponent(location.pathname + location.search)}` : way;
}

/** `page` is the 401 that came back. */
export function showSignedOut(news, page) {
  const way = Object.assign(document.createElement('a'), {
    href: findSignInLink(page),
    textContent: 'Sign in and come back to it',
  });
  news.replaceChildren('Nothing was sent: you are signed out. ', way);
}
