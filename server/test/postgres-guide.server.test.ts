import { join } from 'node:path';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import {
  CAN_CREATE_CERTIFICATES,
  type Certificates,
  createCertificates,
} from '@snug/testkit/certificates.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readDocumentedBlock } from '../proxies/documented-block.ts';
import { temporaryFolder } from '../src/testing/database.ts';

async function startPostgres(tls: Pick<Certificates, 'certificate' | 'key'>): Promise<PostgresServer> {
  const server = await PostgresServer.start({ tls });
  onTestFinished(() => server.remove());
  return server;
}

/** Runs the statements one by one, as `psql` does. */
async function runDocumentedSql(server: PostgresServer, mark: string): Promise<void> {
  const statements = readDocumentedBlock(mark, {}).split(';\n').filter(Boolean);
  for (const statement of statements) await runStatement(server.getUrl(), statement);
}

/** The environment of the guide's command line, for a server on this machine. */
function readDocumentedSettings(
  { port }: PostgresServer,
  { host, authority }: { host: string; authority: string },
): NodeJS.ProcessEnv {
  const block = readDocumentedBlock('sslmode=', {
    '@db.example.org/': `@${host}:${port}/`,
    '/etc/ssl/db-ca.pem': authority,
  });
  return Object.fromEntries([...block.matchAll(/(\w+)='([^']*)'/g)].map(([, name, value]) => [name, value]));
}

async function readStartError(settings: NodeJS.ProcessEnv): Promise<string> {
  const { code, stderr } = await runToEnd({ ...settings, PORT: String(await freePort()) });
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
  return stderr.trimEnd();
}

const canRun = IS_WIDE && CAN_CREATE_CERTIFICATES;

test.runIf(canRun)(
  'the role and the TLS settings of the guide are enough for Snug, its backup and its restore',
  async () => {
    const tls = createCertificates(temporaryFolder(), 'localhost');
    const server = await startPostgres(tls);
    await runDocumentedSql(server, 'create role');
    const settings = readDocumentedSettings(server, { host: 'localhost', ...tls });
    expect(Object.keys(settings)).toEqual(['DATABASE_URL', 'SNUG_SECRET']);
    const snug = await ServerProcess.start({ settings });
    onTestFinished(() => snug.remove());
    const ann = await TestPerson.signUp(snug.url, 'Ann');
    const roomId = await ann.createRoom();
    const { id: fileId } = await ann.uploadFile('a.txt', 'a file');
    await ann.runCommand('send_message', { roomId, fileId });
    const sessions = await runStatement(
      server.getUrl(),
      `select distinct usename::text as "role", s.ssl, r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication
         or r.rolbypassrls as "isPrivileged", pg_has_role(r.oid, 'pg_monitor', 'member') as "isMonitor"
       from pg_stat_activity a join pg_stat_ssl s using (pid) join pg_roles r on r.oid = a.usesysid
       where a.datname = 'snug'`,
    );
    expect(sessions).toEqual([{ role: 'snug', ssl: true, isPrivileged: false, isMonitor: false }]);

    const archive = join(temporaryFolder(), 'backup.tar');
    expect(await runCommand('backup', snug.data, [archive], '', settings)).toMatchObject({ code: 0 });
    await snug.end('SIGTERM');
    await runDocumentedSql(server, 'rename to snug_before_restore');
    expect(await runCommand('restore', snug.data, [archive], '', settings)).toMatchObject({ code: 0 });
    await snug.start();
    const again = await TestPerson.signIn(snug.url, ann.email);
    expect(await again.postCommand('get_messages', { roomId, limit: 10 })).toMatchObject({
      ok: { messages: [{ file: { id: fileId } }] },
    });
  },
);

test.runIf(canRun)(
  'verify-full refuses the certificate of another host or of another authority',
  async () => {
    const tls = createCertificates(temporaryFolder(), 'localhost');
    const server = await startPostgres(tls);
    await runDocumentedSql(server, 'create role');
    const fail = (host: string, authority: string) =>
      readStartError(readDocumentedSettings(server, { host, authority }));
    expect(await fail('127.0.0.1', tls.authority)).toContain("IP: 127.0.0.1 is not in the cert's list");
    const { authority } = createCertificates(temporaryFolder(), 'localhost');
    expect(await fail('localhost', authority)).toContain('unable to verify the first certificate');
    expect(await fail('localhost', '/missing/ca.pem')).toContain(
      "cannot be reached (ENOENT: no such file or directory, open '/missing/ca.pem')",
    );
  },
);

test.runIf(canRun)('each other sslmode checks the certificate, too, or does not at all', async () => {
  const { certificate, key } = createCertificates(temporaryFolder(), 'localhost');
  const server = await startPostgres({ certificate, key });
  const url = (await server.createDatabase()).replace('127.0.0.1', 'localhost');
  const SNUG_SECRET = 's'.repeat(32);
  for (const mode of ['prefer', 'require', 'verify-ca'])
    expect(await readStartError({ DATABASE_URL: `${url}?sslmode=${mode}`, SNUG_SECRET })).toMatch(
      /\(unable to verify the first certificate\)\. With sslmode, Snug checks the certificate\. Add sslrootcert=/,
    );
  const snug = await ServerProcess.start({
    settings: { DATABASE_URL: `${url}?sslmode=no-verify`, SNUG_SECRET },
  });
  await snug.remove();
});
