/**
 * The page that asks whether somebody means to sign out.
 *
 * @example {"application": "Trading desk", "user": "ada@example.test", "client_id": "trading-desk", "redirect_uri": null, "state": null, "form_token": "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"}
 */
export type LogoutView = Readonly<{ application: string; user: string; client_id: string; redirect_uri: string | null; state: string | null; form_token: string }>;
