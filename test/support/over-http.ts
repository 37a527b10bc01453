import type { TokenForm } from '../../src/auth/oauth/token-form.js';

type HttpRequestOptions = Readonly<{ accept?: string; headers?: Readonly<Record<string, string>>; payload?: string }>;

/** What came back, in the words in which a test app answers. */
export type HttpResponse = Readonly<{
  statusCode: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
}>;

/** A service known only by its address. A redirect is an answer like any other, and is not followed. */
export function overHttp(origin: string) {
  const self = {
    request: async (
      method: 'GET' | 'POST',
      url: string,
      { accept = 'application/json', headers = {}, payload }: HttpRequestOptions = {},
    ): Promise<HttpResponse> => {
      const response = await fetch(new URL(url, origin), {
        method,
        headers: { accept, ...headers },
        redirect: 'manual',
        ...(payload !== undefined && { body: payload }),
      });
      return {
        statusCode: response.status,
        headers: { ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() },
        body: await response.text(),
      };
    },

    /** Sends a form, with or without an Authorization header. */
    form: (
      url: string,
      fields: TokenForm | Readonly<Record<string, string>>,
      authorization?: string,
    ): Promise<HttpResponse> =>
      self.request('POST', url, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(authorization !== undefined && { authorization }),
        },
        payload: new URLSearchParams(fields).toString(),
      }),
  };
  return self;
}
