/** What an example needs to know of a reader's own key; nothing of it is secret. */
export type ReaderKey = Readonly<{ clientId: string; name: string; command: string; hint: string }>;
