/** Options of the routes for accounts, whose bodies are short. */
export const ACCOUNT_BODY = { bodyLimit: 4 * 1024 };
