/** What an example needs to know of a reader's own key; nothing of it is secret. `token` is a line that gets a token in one step, where one can. */
export type ExampleClient = Readonly<{
  clientId: string;
  name: string;
  token: string | null;
  command: string;
  hint: string;
}>;
