import { readPasswordProof } from './key-pages.js';

type Answer = Readonly<{ statusCode: number; headers: Readonly<Record<string, unknown>>; body: string }>;
/** In this process, or over HTTP. */
type Browser = Readonly<{
  get: (url: string) => Promise<Answer>;
  post: (url: string, fields: Record<string, string>) => Promise<Answer>;
}>;

/** Sends a table of positions, by the form that is there for it; nothing is stated by that. Gives the number of what is kept. */
export async function sendTable(browser: Browser, lines: readonly string[]): Promise<number> {
  const page = await browser.get('/accounts/statements/upload');
  const answer = await browser.post('/accounts/statements/upload', {
    kind: 'positions',
    text: ['acct_id,as_of,instrument,quantity,price', ...lines].join('\n'),
    form_token: readPasswordProof(page),
  });
  const [, id] = /\/uploads\/(\d+)$/.exec(String(answer.headers.location)) ?? [];
  if (id === undefined) throw new Error(`The table was answered ${answer.statusCode}: ${answer.body.slice(0, 2000)}`);
  return Number(id);
}
