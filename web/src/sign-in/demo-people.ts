/** Made by the server's seed in development, and offered there at the sign-in page. */
export const DEMO_PASSWORD = 'demo-password';

export const DEMO_PEOPLE = [
  { name: 'Demo Ada', email: 'demo-ada@snug.example' },
  { name: 'Demo Ben', email: 'demo-ben@snug.example' },
  { name: 'Demo Cleo', email: 'demo-cleo@snug.example' },
];
