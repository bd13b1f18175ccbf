/** The accounts that the server's seed creates in development. The sign-in page offers them there. */
export const DEMO_PASSWORD = 'demo-password';

export const DEMO_PEOPLE = [
  { name: 'Demo Ada', email: 'demo-ada@snug.example' },
  { name: 'Demo Ben', email: 'demo-ben@snug.example' },
  { name: 'Demo Cleo', email: 'demo-cleo@snug.example' },
];
