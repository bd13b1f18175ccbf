import { grantWorkspaceAdmin } from '@snug/server/testing/workspace.ts';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';

/** A server with its default limits, behind a proxy that forwards any address. */
export interface Target {
  server: ServerProcess;
  /** Google, GitHub and another one, with which people can sign in. */
  providers: ProviderServer;
  /** Looks after the workspace. */
  admin: TestPerson;
  /** Sends a request from its own network address. */
  send: (path: string, body: object, options?: SendOptions) => Promise<Response>;
  addPerson: (name: string) => Promise<TestPerson>;
}

interface SendOptions {
  cookie?: string;
  /** Undefined: an address that nothing else has used. */
  address?: string;
}

export async function createTarget(): Promise<Target> {
  const providers = await ProviderServer.start();
  const settings = {
    ...providers.settings('google'),
    ...providers.settings('github'),
    ...providers.settings('oidc'),
    SNUG_RATE_LIMITS: 'on',
    SNUG_TRUSTED_PROXIES: '127.0.0.1',
    SNUG_LIMIT_SIGN_UP: '99/1',
  };
  const server = await ServerProcess.start({ settings });
  const addPerson = (name: string) => TestPerson.signUp(server.url, name);
  const admin = await addPerson('Wanda');
  await grantWorkspaceAdmin(server, admin.uid);
  let count = 0;
  const nextAddress = () => `198.18.${Math.floor(count / 250)}.${count++ % 250}`;
  const send: Target['send'] = (path, body, { cookie = '', address = nextAddress() } = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        'x-forwarded-for': address,
        cookie,
      },
      body: JSON.stringify(body),
    });
  return { server, providers, admin, send, addPerson };
}

export function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');
}

/** How many responses have each status. */
export function countStatuses(responses: readonly Response[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
