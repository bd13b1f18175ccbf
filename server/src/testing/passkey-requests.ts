import { type CreationOptions, SecurityKey } from '@snug/testkit/security-key.ts';
import type { InjectOptions } from 'fastify';
import { createAccountRequests, PASSWORD } from './account-requests.ts';

const ORIGIN = 'http://localhost:3000';

export type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof createPasskeyRequests>>['request']>>;

/** The routes of passkeys, with a signed-in person. */
export async function createPasskeyRequests(options?: Parameters<typeof createAccountRequests>[0]) {
  const setup = await createAccountRequests(options);

  const request = async (path: string, body: object = {}, cookie = setup.cookie, from = '192.0.2.1') => {
    const headers = { origin: ORIGIN, cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' };
    const url = `/api/${path}`;
    const input = { method: 'POST', url, headers, body, remoteAddress: from };
    const answer = await setup.app.inject(input as InjectOptions);
    const json = answer.json<Record<string, never> & { error?: { code: string } }>();
    const [line] = [answer.headers['set-cookie'] ?? ''].flat();
    return { status: answer.statusCode, code: json.error?.code, json, cookie: line?.split(';')[0] ?? '' };
  };

  const begin = (body: object = { password: PASSWORD }, cookie?: string) =>
    request('account/passkeys/begin', body, cookie);
  const beginOptions = async (body?: object, cookie?: string): Promise<CreationOptions> =>
    (await begin(body, cookie)).json['options'] as unknown as CreationOptions;
  const add = (credential: object, cookie?: string) =>
    request('account/passkeys/add', { credential }, cookie);
  /** Of a browser without a session. */
  const beginSignIn = async (from?: string) => {
    const { json, cookie } = await request('account/passkey-sign-in/begin', {}, '', from);
    return { cookie, options: json['options'] as unknown as { challenge: string } };
  };
  const finishSignIn = (credential: object, cookie: string, from?: string) =>
    request('account/passkey-sign-in', { credential }, cookie, from);

  return {
    ...setup,
    request,
    begin,
    beginOptions,
    add,
    beginSignIn,
    finishSignIn,
    addKey: async (body?: object, cookie?: string) => {
      const key = new SecurityKey();
      const { status, json } = await add(key.create(await beginOptions(body, cookie)), cookie);
      if (status !== 200) throw new Error(JSON.stringify(json));
      return key;
    },
    signInWith: async (key: SecurityKey, parts?: Parameters<SecurityKey['get']>[1]) => {
      const { cookie, options } = await beginSignIn();
      return finishSignIn(key.get(options, parts), cookie);
    },
  };
}
