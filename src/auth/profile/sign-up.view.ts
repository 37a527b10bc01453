/**
 * The sign-up page; `resume` is the path to redirect to.
 * @example {"resume": "/profile", "form_token": "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"}
 */
export type SignUpView = Readonly<{ resume: string; form_token: string }>;
