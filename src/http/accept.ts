/**
 * HTML is the default tongue of this service; JSON is spoken to those who name it, with a weight above zero. There is no 406
 * between the two: RFC 9110 §12.5.1 lets a server answer in its default form, and a caller that asked for a picture can
 * still read why it gets none.
 */
export function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return accept.split(',').some(namesJson);
}

type Asked = Readonly<{ headers: Readonly<{ accept?: string | undefined }>; routeOptions: Readonly<{ config: Readonly<{ alwaysJson?: boolean }> }> }>;

/** Whether a request is answered with a page: the one question that decides it, wherever it is asked. */
export function getsPage({ headers, routeOptions }: Asked): boolean {
  return routeOptions.config.alwaysJson !== true && !wantsJson(headers.accept);
}

function namesJson(range: string): boolean {
  const [type = '', ...parameters] = range.toLowerCase().split(';').map((part) => part.trim());
  if (type !== 'application/json' && type !== 'application/problem+json') return false;
  return !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter));
}
