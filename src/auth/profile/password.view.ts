/** The form for a new password has no data. */
export type PasswordView = Readonly<Record<string, never>>;
