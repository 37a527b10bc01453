/**
 * The page that asks to confirm the sign-out. `destination` is the host that the form redirects to; null for this
 * service.
 * @example {"page": "question", "application": "Trading desk", "destination": "app.example.test", "user": "ada@example.test", "client_id": "trading-desk", "redirect_uri": null, "state": null, "form_token": "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"}
 */
export type LogoutQuestionView = Readonly<{
  page: 'question';
  application: string;
  destination: string | null;
  user: string;
  client_id: string;
  redirect_uri: string | null;
  state: string | null;
  form_token: string;
}>;

/** The page after a logout for an application without consent: a link with its target. */
export type SignedOutView = Readonly<{ page: 'signed-out'; application: string; destination: string; href: string }>;

export type LogoutView = LogoutQuestionView | SignedOutView;
