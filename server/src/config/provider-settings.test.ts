import { expect, test } from 'vitest';
import { StartError } from '../base/start-error.ts';
import { readConfig } from './config.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: 'hunter2' };
const OIDC = {
  OIDC_ISSUER: 'https://id.example.org/',
  OIDC_CLIENT_ID: 'snug',
  OIDC_CLIENT_SECRET: 'hunter2',
};

test('a client id and a secret configure a provider with known endpoints', () => {
  expect(readConfig(GOOGLE).providers).toEqual([
    {
      id: 'google',
      name: 'Google',
      clientId: 'an id',
      clientSecret: 'hunter2',
      scopes: ['openid', 'email', 'profile'],
      issuer: undefined,
      endpoints: {
        authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
        token: 'https://oauth2.googleapis.com/token',
        userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
      },
    },
  ]);
});

test('each endpoint of a provider can be configured', () => {
  const addresses = {
    authorize: 'http://127.0.0.1:1/a',
    token: 'http://127.0.0.1:1/t',
    userinfo: 'http://127.0.0.1:1/u',
  };
  const { providers } = readConfig({
    GITHUB_CLIENT_ID: 'an id',
    GITHUB_CLIENT_SECRET: 'hunter2',
    GITHUB_AUTHORIZE_URL: addresses.authorize,
    GITHUB_TOKEN_URL: addresses.token,
    GITHUB_USERINFO_URL: addresses.userinfo,
  });
  expect(providers[0]).toMatchObject({ id: 'github', name: 'GitHub', endpoints: addresses });
});

test('an issuer has its configured name, or its host as its name', () => {
  const nameWith = (env: NodeJS.ProcessEnv) => readConfig({ ...OIDC, ...env }).providers[0]?.name;
  expect(nameWith({ OIDC_NAME: ' Corp ' })).toBe('Corp');
  expect(nameWith({})).toBe('id.example.org');
  expect(readConfig(OIDC).providers[0]).toMatchObject({ issuer: OIDC.OIDC_ISSUER, endpoints: {} });
});

const INCOMPLETE_SETTINGS: [env: NodeJS.ProcessEnv, problem: string][] = [
  [{ GOOGLE_CLIENT_ID: 'an id' }, 'GOOGLE_CLIENT_SECRET is not set, but GOOGLE_CLIENT_ID is.'],
  [{ GITHUB_CLIENT_SECRET: 'hunter2' }, 'GITHUB_CLIENT_ID is not set, but GITHUB_CLIENT_SECRET is.'],
  [{ GITHUB_TOKEN_URL: 'https://a.example' }, 'GITHUB_CLIENT_ID is not set, but GITHUB_TOKEN_URL is.'],
  [
    { GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: '  ' },
    'GOOGLE_CLIENT_SECRET is not set, but GOOGLE_CLIENT_ID is.',
  ],
  [{ OIDC_NAME: 'Corp' }, 'OIDC_ISSUER is not set, but OIDC_NAME is.'],
  [{ ...OIDC, OIDC_ISSUER: undefined }, 'OIDC_ISSUER is not set, but OIDC_CLIENT_ID is.'],
  [{ ...OIDC, OIDC_CLIENT_SECRET: undefined }, 'OIDC_CLIENT_SECRET is not set, but OIDC_ISSUER is.'],
];
for (const [env, problem] of INCOMPLETE_SETTINGS) {
  test(`an incomplete provider (${Object.keys(env).join(', ')}) stops the start with one line`, () => {
    expect(() => readConfig(env)).toThrow(new StartError(problem));
  });
}
