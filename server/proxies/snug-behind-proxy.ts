import { ServerProcess } from '@snug/testkit/server-process.ts';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../src/testing/database.ts';
import { createProxySite, type ProxySite } from './proxy-site.ts';

export const SIGN_UP_LIMIT = 3;

export type StartProxy = (site: ProxySite) => Promise<void>;

export async function startSnugBehind(startProxy: StartProxy) {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  const site = await createProxySite(server.port, temporaryFolder());
  const url = `https://127.0.0.1:${site.port}`;
  await server.restart({
    SNUG_URL: url,
    SNUG_TRUSTED_PROXIES: '127.0.0.1,::1',
    SNUG_RATE_LIMITS: 'on',
    SNUG_LIMIT_SIGN_UP: `${SIGN_UP_LIMIT}/7200`,
  });
  await startProxy(site);
  return { server, site, url };
}
