import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { readDocumentedBlock } from './documented-block.ts';
import { type ProxySite, runProxy } from './proxy-site.ts';

/** Runs nginx with the guide's block, inside the surroundings of Debian's nginx.conf. */
export async function startNginx(site: ProxySite, replacements: Record<string, string> = {}): Promise<void> {
  const { port, httpPort, upstreamPort, certificate, key } = site;
  const server = readDocumentedBlock('proxy_pass', {
    'listen [::]:443 ssl http2;': '',
    'listen [::]:80;': '',
    'listen 443 ': `listen 127.0.0.1:${port} `,
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    '/etc/letsencrypt/live/chat.example.org/fullchain.pem': certificate,
    '/etc/letsencrypt/live/chat.example.org/privkey.pem': key,
    'chat.example.org': '127.0.0.1',
    '127.0.0.1:3000': `127.0.0.1:${upstreamPort}`,
    ...replacements,
  });
  const path = join(site.folder, 'nginx.conf');
  writeFileSync(path, wrapServerBlock(server, site.folder));
  await runProxy('nginx', ['-c', path, '-p', site.folder, '-e', 'stderr'], site);
}

function wrapServerBlock(server: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
user ${userInfo().username};
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join('\n')}
access_log off;
gzip on;
${server}
}
`;
}
