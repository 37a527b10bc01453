/** The form for a new password knows nothing that its reader does not. */
export type PasswordView = Readonly<Record<string, never>>;
