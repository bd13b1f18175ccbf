import type { InjectOptions } from 'fastify';
import { createTestApp } from './app.ts';

const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'a long enough password';
/** Of the person in `createTestApp`. */
export const EMAIL = 'ann@snug.example';

interface Answer {
  status: number;
  code: string | undefined;
  /** `name=value` of the first cookie. */
  cookie: string;
}

/** The routes of accounts, with a signed-in person. */
export async function createAccountRequests(options: Parameters<typeof createTestApp>[0] = {}) {
  const setup = await createTestApp(options);

  const post = async (url: string, body: object, cookie = '', from = '192.0.2.1'): Promise<Answer> => {
    const headers = { origin: ORIGIN, cookie };
    const request = { method: 'POST', url, headers, body, remoteAddress: from };
    const answer = await setup.app.inject(request as InjectOptions);
    const { error, code } = answer.json<{ code?: string; error?: { code: string } }>();
    const [line] = [answer.headers['set-cookie'] ?? ''].flat();
    return { status: answer.statusCode, code: error?.code ?? code, cookie: line?.split(';')[0] ?? '' };
  };

  return {
    ...setup,
    post,
    signIn: (password: string, email = EMAIL) => post('/api/auth/sign-in/email', { email, password }),
    isSignedIn: async (cookie: string) => (await post('/api/list_sessions', {}, cookie)).status === 200,
  };
}
