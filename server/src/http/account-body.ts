/** Options of the routes for accounts, whose bodies are short. */
export const ACCOUNT_BODY = { bodyLimit: 4 * 1024 };
/** With the key of a passkey, and what it signed. */
export const CREDENTIAL_BODY = { bodyLimit: 16 * 1024 };
