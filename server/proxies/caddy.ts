import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocumentedBlock } from './documented-block.ts';
import { type ProxySite, runProxy } from './proxy-site.ts';

/** Runs Caddy with the guide's block and the test's certificate. */
export async function startCaddy(site: ProxySite, replacements: Record<string, string> = {}): Promise<void> {
  const { port, upstreamPort, certificate, key } = site;
  const block = readDocumentedBlock('reverse_proxy', {
    'chat.example.org {': `https://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
    '127.0.0.1:3000': `127.0.0.1:${upstreamPort}`,
    ...replacements,
  });
  const path = join(site.folder, 'Caddyfile');
  writeFileSync(path, `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${block}`);
  await runProxy('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], site);
}
