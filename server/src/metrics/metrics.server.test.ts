import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from '@snug/testkit/sample-files.ts';
import { freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterEach, expect, test } from 'vitest';
import { RELEASE } from '../base/release.ts';

const TOKEN = 'metrics-token-of-thirty-two-characters';
const DEPLOY = join(import.meta.dirname, '../../../deploy');

/** Of a cluster, a message broker, a mail server, PostgreSQL, a backup, or a store: a single server does not have them. */
const ELSEWHERE = [
  'snug_bus_connected',
  'snug_bus_queue',
  'snug_broker_connected',
  'snug_mail_queue',
  'snug_db_connections',
  'snug_storage_up',
];

const NAMES = [
  'snug_http_requests_total',
  'snug_commands_total',
  'snug_command_seconds',
  'snug_messages_sent_total',
  'snug_deliveries_total',
  'snug_delivered_bytes_total',
  'snug_batch_mutations',
  'snug_commit_seconds',
  'snug_queue_mutations',
  'snug_sockets',
  'snug_sockets_closed_total',
  'snug_sign_ins_total',
  'snug_event_loop_delay_p50_seconds',
  'snug_event_loop_delay_p99_seconds',
  'snug_event_loop_delay_max_seconds',
  'process_resident_memory_bytes',
  'nodejs_heap_used_bytes',
  'process_open_fds',
  'process_cpu_seconds_total',
  'snug_bus_gaps_total',
  'snug_feed_repairs_total',
  'snug_job_runs_total',
  'snug_mails_total',
  'snug_webhooks_total',
  'snug_pushes_total',
  'snug_push_seconds',
  'snug_push_queue',
  'snug_uploads_total',
  'snug_upload_bytes_total',
  'snug_storage_seconds',
  'snug_storage_failures_total',
  'snug_storage_retries_total',
  'snug_db_wait_seconds',
  'snug_ready',
  'snug_disk_free_bytes',
  'snug_backup_age_seconds',
  'snug_build_info',
  'snug_search_indexed_ratio',
  'snug_search_leaving_messages',
  'snug_search_paused',
  'snug_search_bytes',
];

let server: ServerProcess | undefined;

afterEach(() => server?.remove());

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  server = await ServerProcess.start({ settings });
  return server;
}

function scrape(url: string, token?: string): Promise<Response> {
  return fetch(
    `${url}/metrics`,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
}

function listNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
}

/** The value of one sample. `sample`: its name with its labels. */
function readSample(text: string, sample: string): number | undefined {
  const line = text.split('\n').find(each => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
}

test('without a setting there are no metrics', async () => {
  const { url } = await start({});
  for (const token of [undefined, TOKEN, '']) expect((await scrape(url, token)).status).toBe(404);
});

test('the token opens the metrics, and no other text does', async () => {
  const { url } = await start({ SNUG_METRICS_TOKEN: TOKEN });
  for (const wrong of [undefined, '', 'x', TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase()])
    expect((await scrape(url, wrong)).status).toBe(401);
  const ann = await TestPerson.add(server as ServerProcess, 'Ann');
  expect((await fetch(`${url}/metrics`, { headers: ann.credentials })).status).toBe(401);
  const response = await scrape(url, TOKEN);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
});

test('metrics on a port of their own are not on that of Snug, and need the token if there is one', async () => {
  const port = await freePort();
  const first = await start({ SNUG_METRICS_PORT: String(port) });
  expect((await scrape(first.url)).status).toBe(404);
  expect((await scrape(`http://127.0.0.1:${port}`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  await first.restart({ SNUG_METRICS_TOKEN: TOKEN, SNUG_METRICS_PORT: `127.0.0.2:${port}` });
  expect((await scrape(first.url, TOKEN)).status).toBe(404);
  expect((await scrape(`http://127.0.0.2:${port}`)).status).toBe(401);
  expect((await scrape(`http://127.0.0.2:${port}`, TOKEN)).status).toBe(200);
});

test('a start names a port of the metrics that is taken', async () => {
  const { port, data } = await start({});
  const env = {
    PORT: String(await freePort()),
    SNUG_DATA: join(data, 'second'),
    SNUG_METRICS_PORT: String(port),
  };
  const { code, stderr } = await runToEnd(env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('SNUG_METRICS_PORT')]);
});

test('the metrics count what people do, without an id, a name or a text of theirs', async () => {
  const { url } = await start({ SNUG_METRICS_TOKEN: TOKEN });
  const ann = await TestPerson.signUp(url, 'Annabel');
  const { room } = await ann.runCommand<{ room: { id: string } }>('create_room', {
    name: 'Greenhouse',
    description: 'Of glass',
  });
  const live = await ann.connect();
  await live.request('open_room', { roomId: room.id });
  for (const text of ['Tomatoes', 'Cucumbers', 'Peppers'])
    await live.request('send_message', { roomId: room.id, text });
  await live.request('send_message', { roomId: room.id });
  await live.request('unheard_of', {});
  await ann.postCommand('something_else', {});
  const file = await ann.uploadFile('harvest.png', PNG);
  await ann.runCommand('send_message', { roomId: room.id, fileId: file.id });
  await fetch(`${url}/files/${file.id}/harvest.png`, { headers: ann.credentials });
  await fetch(`${url}/nobody/knows/this`);
  await TestPerson.signIn(url, 'nobody@snug.example').catch(() => undefined);
  live.socket.close(3_777);
  await live.closed;
  const read = async () => (await scrape(url, TOKEN)).text();
  await expect.poll(async () => readSample(await read(), 'snug_sockets')).toBe(0);
  await expect.poll(async () => readSample(await read(), 'snug_search_indexed_ratio')).toBe(1);
  const text = await read();
  for (const [sample, value] of Object.entries({
    snug_messages_sent_total: 4,
    'snug_commands_total{command="send_message",outcome="ok"}': 4,
    'snug_commands_total{command="send_message",outcome="invalid_input"}': 1,
    'snug_commands_total{command="unknown",outcome="not_found"}': 2,
    'snug_command_seconds_count{command="open_room"}': 1,
    'snug_uploads_total{outcome="ok"}': 1,
    snug_upload_bytes_total: PNG.length,
    'snug_sign_ins_total{outcome="succeeded"}': 1,
    'snug_sign_ins_total{outcome="refused"}': 1,
    'snug_sockets_closed_total{code="other"}': 1,
    snug_ready: 1,
    snug_search_indexed_ratio: 1,
    snug_search_leaving_messages: 0,
    snug_search_paused: 0,
    [`snug_build_info{version="${RELEASE}",engine="sqlite"}`]: 1,
  }))
    expect([sample, readSample(text, sample)]).toEqual([sample, value]);
  for (const sample of [
    'snug_deliveries_total',
    'snug_delivered_bytes_total',
    'snug_commit_seconds_count',
    'snug_disk_free_bytes',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
  ])
    expect([sample, (readSample(text, sample) ?? 0) > 0]).toEqual([sample, true]);
  expect(readSample(text, 'snug_backup_age_seconds')).toBeUndefined();
  const secrets = [ann.uid, ann.name, ann.email, room.id, 'Greenhouse', 'Tomatoes', file.id, 'harvest'];
  for (const secret of [...secrets, 'unheard_of', 'knows', '127.0.0.1', TOKEN])
    expect([secret, text.toLowerCase().includes(secret.toLowerCase())]).toEqual([secret, false]);
});

test('every metric has its name, and the rules and the dashboard use no other ones', async () => {
  const { url } = await start({ SNUG_METRICS_TOKEN: TOKEN });
  const names = listNames(await (await scrape(url, TOKEN)).text());
  expect(names.toSorted()).toEqual(NAMES.toSorted());
  const known = new Set([...names, ...ELSEWHERE]);
  for (const file of ['prometheus/rules.yml', 'grafana/snug.json']) {
    const text = readFileSync(join(DEPLOY, file), 'utf8');
    const used = new Set(text.match(/\b(?:snug|process|nodejs)_[a-z0-9_]+/g));
    expect(used.size).toBeGreaterThan(5);
    const unknown = [...used].filter(name => !known.has(name) && !known.has(name.replace(/_bucket$/, '')));
    expect([file, unknown]).toEqual([file, []]);
  }
});
