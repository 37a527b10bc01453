/**
 * The page on which a new user creates an account; `resume` is where they continue.
 *
 * @example {"resume": "/profile", "form_token": "qZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u9hGw2LtX5vY"}
 */
export type SignUpView = Readonly<{ resume: string; form_token: string }>;
