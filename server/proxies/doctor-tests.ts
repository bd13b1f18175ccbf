import { expect, test } from 'vitest';
import { runDoctor } from '../src/app/doctor/doctor.ts';
import type { ProxySite } from './proxy-site.ts';
import { startSnugBehind } from './snug-behind-proxy.ts';

export interface ProxyFault {
  name: string;
  /** In the printed block. */
  replacements: Record<string, string>;
  /** The line of the doctor, such as `sockets: fail`. Undefined if nothing is wrong. */
  problem: string | undefined;
}

/** Whether the doctor names what is wrong with the real program, and nothing else. */
export function testDoctor(
  name: string,
  start: (site: ProxySite, replacements: Record<string, string>) => Promise<void>,
  faults: readonly ProxyFault[],
): void {
  const printed: ProxyFault = { name: 'its printed block', replacements: {}, problem: undefined };
  for (const { name: fault, replacements, problem } of [printed, ...faults])
    test(`behind ${name} with ${fault}, the doctor has the line of that and no other`, async () => {
      const { server, url } = await startSnugBehind(site => start(site, replacements));
      const check = async () => {
        const env = { PORT: String(server.port), SNUG_DATA: server.data, SNUG_URL: url };
        const findings = await runDoctor({ ...env, SNUG_TRUSTED_PROXIES: '127.0.0.1,::1' });
        return findings
          .filter(({ check, status }) => /warn|fail/.test(status) && check !== 'backup')
          .map(({ check, status }) => `${check}: ${status}`);
      };
      const expected = problem === undefined ? [] : [problem];
      expect(await check()).toEqual(expected);
      await server.end('SIGTERM');
      // Now the doctor stands in for it.
      expect(await check()).toEqual(expected);
    });

  test(`behind ${name} without SNUG_TRUSTED_PROXIES, the doctor names the address of the proxy`, async () => {
    const { server, url } = await startSnugBehind(site => start(site, {}));
    await server.restart({ SNUG_TRUSTED_PROXIES: '10.0.0.0/8' });
    const findings = await runDoctor({
      PORT: String(server.port),
      SNUG_DATA: server.data,
      SNUG_URL: url,
      SNUG_TRUSTED_PROXIES: '10.0.0.0/8',
    });
    expect(findings.find(({ check }) => check === 'proxy')).toMatchObject({
      status: 'warn',
      next: expect.stringContaining('SNUG_TRUSTED_PROXIES=10.0.0.0/8,127.0.0.1'),
    });
  });
}
