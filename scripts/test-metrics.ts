import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { build } from './build.mjs';
import { print, ROOT, run } from './run.mjs';

// `npm run test:metrics`: a real Prometheus checks and reads the metrics, loads the rules of deploy/prometheus, and fires two of them.
// It takes the program on the PATH, or Debian's package, unpacked into a temporary folder.

const TOKEN = 'metrics-token-of-thirty-two-characters';
const RULES = join(ROOT, 'deploy', 'prometheus', 'rules.yml');
const STALL_MS = 700;
/** With the intervals below. */
const FIRES_WITHIN_MS = 60_000;

interface Programs {
  prometheus: string;
  promtool: string;
}

const folder = mkdtempSync(join(tmpdir(), 'snug-metrics-'));
try {
  const programs = await findPrograms();
  if (programs) await test(programs);
  else print('NOT TESTED: there is no Prometheus on the PATH, and no Debian package of it could be fetched.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function findPrograms(): Promise<Programs | undefined> {
  const installed = { prometheus: 'prometheus', promtool: 'promtool' };
  if (await works(installed)) return installed;
  const unpack = 'apt-get download prometheus >&2 && dpkg-deb -x prometheus_*.deb root';
  await run('sh', ['-c', unpack], { cwd: folder, quiet: true }).catch(() => undefined);
  const bin = join(folder, 'root', 'usr', 'bin');
  const fetched = { prometheus: join(bin, 'prometheus'), promtool: join(bin, 'promtool') };
  return (await works(fetched)) ? fetched : undefined;
}

async function works({ prometheus, promtool }: Programs): Promise<boolean> {
  for (const program of [prometheus, promtool]) {
    const found = await run(program, ['--version'], { quiet: true }).catch(() => undefined);
    if (found?.code !== 0) return false;
  }
  return true;
}

async function test({ prometheus, promtool }: Programs): Promise<void> {
  await build();
  const server = await ServerProcess.start({ settings: { SNUG_METRICS_TOKEN: TOKEN } });
  let child: ChildProcess | undefined;
  try {
    const ann = await TestPerson.signUp(server.url, 'Ann');
    const roomId = await ann.createRoom();
    await checkFormat(promtool, server);
    await must('the rules are valid', promtool, ['check', 'rules', RULES]);
    const configured = writeConfiguration(server);
    await must('the configuration is valid', promtool, ['check', 'config', configured]);
    const port = await freePort();
    child = startPrometheus(prometheus, configured, port);
    const ask = (path: string) => fetchJson(`http://127.0.0.1:${port}/api/v1/${path}`);
    await expectSoon('Prometheus reads the metrics', async () => (await readValue(ask, 'up')) === '1');
    await expectSoon('a message is counted', async () => {
      await ann.runCommand('send_message', { roomId, text: 'hello' });
      return Number(await readValue(ask, 'snug_messages_sent_total')) > 0;
    });
    await expectSoon('no rule fails', async () => (await listRules(ask)).every(rule => rule.health === 'ok'));
    await expectSoon('"SnugCommitsSlow" fires while batches wait for the database', async () => {
      await stall(server, () => ann.postCommand('send_message', { roomId, text: 'slow' }));
      return isFiring(ask, 'SnugCommitsSlow');
    });
    await server.kill();
    await expectSoon('"SnugDown" fires after the server has ended', () => isFiring(ask, 'SnugDown'));
  } finally {
    child?.kill('SIGKILL');
    await server.remove();
  }
}

async function checkFormat(promtool: string, { url }: ServerProcess): Promise<void> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const file = join(folder, 'metrics.txt');
  writeFileSync(file, await response.text());
  await must('the format is valid', 'sh', ['-c', '"$0" check metrics < "$1"', promtool, file]);
}

/** The documented files, with the address of this server and shorter times. */
function writeConfiguration({ port }: ServerProcess): string {
  const target = join(folder, 'prometheus');
  cpSync(join(ROOT, 'deploy', 'prometheus'), target, { recursive: true });
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(target, 'token'), TOKEN);
  edit(join(target, 'prometheus.yml'), text =>
    text
      .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
      .replace('scheme: https', 'scheme: http')
      .replace('chat.example.org', `127.0.0.1:${port}`),
  );
  edit(join(target, 'rules.yml'), text =>
    text.replaceAll(/for: \d+[mh]/g, 'for: 2s').replaceAll('[5m]', '[10s]'),
  );
  return join(target, 'prometheus.yml');
}

function edit(path: string, change: (text: string) => string): void {
  const [before, after] = [readFileSync(path, 'utf8'), change(readFileSync(path, 'utf8'))];
  if (after === before) throw new Error(`${path} has other texts than this test expects`);
  writeFileSync(path, after);
}

function startPrometheus(program: string, configuration: string, port: number): ChildProcess {
  const options = {
    'config.file': configuration,
    'storage.tsdb.path': join(folder, 'data'),
    'web.listen-address': `127.0.0.1:${port}`,
    'log.level': 'error',
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

type Ask = (path: string) => Promise<unknown>;

async function fetchJson(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

async function readValue(ask: Ask, query: string): Promise<string | undefined> {
  const { data } = (await ask(`query?query=${query}`)) as { data: { result: { value: [number, string] }[] } };
  return data.result[0]?.value[1];
}

async function listRules(ask: Ask): Promise<{ name: string; health: string; state: string }[]> {
  const { data } = (await ask('rules')) as {
    data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
  };
  return data.groups.flatMap(({ rules }) => rules);
}

async function isFiring(ask: Ask, name: string): Promise<boolean> {
  return (await listRules(ask)).some(rule => rule.name === name && rule.state === 'firing');
}

/** Another program has the database, so a batch waits, as with a disk that does not respond. */
async function stall({ data }: ServerProcess, send: () => Promise<unknown>): Promise<void> {
  const database = new DatabaseSync(join(data, 'snug.db'), { timeout: STALL_MS });
  database.exec('begin immediate');
  const sent = send();
  await wait(STALL_MS);
  database.exec('rollback');
  database.close();
  await sent;
}

async function must(what: string, program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(program, args, { quiet: true });
  if (code !== 0) throw new Error(`not true: ${what}\n${output}`);
  print(`✓ ${what}`);
}

async function expectSoon(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  await until(what, () => isTrue().catch(() => false), { timeoutMs: FIRES_WITHIN_MS });
  print(`✓ ${what}`);
}
