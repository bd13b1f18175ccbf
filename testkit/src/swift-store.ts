import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server-process.ts';
import { until } from './until.ts';

const ACCOUNT = 'test';
const USER = 'snug';
const PASSWORD = 'secret';

const START_WITHIN_MS = 60_000;

/** The servers behind the proxy. */
const SERVERS = ['account', 'container', 'object'] as const;

/** OpenStack Swift with the interface of S3, a real store on this machine: a proxy, three servers behind it, and memcached. */
export class SwiftStore {
  readonly #folder = mkdtempSync(join(tmpdir(), 'snug-swift-'));
  readonly #root: string;
  readonly #children: ChildProcess[] = [];
  #port = 0;

  /** `root`: the folder with its Debian packages, or `/` if they are installed. */
  static async start(root: string): Promise<SwiftStore> {
    const store = new SwiftStore(root);
    try {
      await store.#start();
    } catch (error) {
      await store.stop();
      throw error;
    }
    return store;
  }

  private constructor(root: string) {
    this.#root = root;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Of Snug, for a bucket that exists. */
  getSettings(bucket: string) {
    return {
      S3_URL: `${this.url}/${bucket}`,
      S3_ACCESS_KEY_ID: `${ACCOUNT}:${USER}`,
      S3_SECRET_ACCESS_KEY: PASSWORD,
    };
  }

  /** Of the access key. Snug creates none. */
  async createBucket(bucket: string): Promise<void> {
    const token = await this.#signIn();
    const response = await fetch(`${this.url}/v1/AUTH_${ACCOUNT}/${bucket}`, {
      method: 'PUT',
      headers: { 'x-auth-token': token },
    });
    if (!response.ok) throw new Error(`Swift created no bucket (${response.status})`);
  }

  async stop(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    for (const folder of ['etc', 'data/d1', 'log'])
      mkdirSync(join(this.#folder, folder), { recursive: true });
    const memory = await freePort();
    this.#run('memcached', ['-l', '127.0.0.1', '-p', String(memory), '-U', '0', '-u', userInfo().username]);
    this.#write(
      'swift.conf',
      `[swift-hash]
swift_hash_path_prefix = snug
swift_hash_path_suffix = snug
[storage-policy:0]
name = one
default = yes
`,
    );
    for (const server of SERVERS) await this.#prepareServer(server);
    this.#port = await freePort();
    this.#write('proxy.conf', this.#describeProxy(memory));
    for (const server of [...SERVERS, 'proxy']) this.#runSwift(server);
    const isReady = () =>
      this.createBucket('ready').then(
        () => true,
        () => false,
      );
    try {
      await until('Swift starts', isReady, { timeoutMs: START_WITHIN_MS });
    } catch (error) {
      throw new Error(this.#readLogs(), { cause: error });
    }
  }

  async #prepareServer(name: (typeof SERVERS)[number]): Promise<void> {
    const port = await freePort();
    this.#write(
      `${name}.conf`,
      `${this.#describeCommon(port)}
devices = ${this.#folder}/data
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`,
    );
    const builder = `${name}.builder`;
    // One copy of everything, on one device.
    await this.#build(builder, 'create', '4', '1', '1');
    const device = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port)];
    await this.#build(builder, 'add', ...device, '--device', 'd1', '--weight', '1');
    await this.#build(builder, 'rebalance');
  }

  #describeCommon(port: number): string {
    return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${this.#folder}/etc
log_address = ${this.#folder}/log/none`;
  }

  #describeProxy(memory: number): string {
    return `${this.#describeCommon(this.#port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 100000
[filter:tempauth]
use = egg:swift#tempauth
user_${ACCOUNT}_${USER} = ${PASSWORD} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
  }

  async #signIn(): Promise<string> {
    const headers = { 'x-storage-user': `${ACCOUNT}:${USER}`, 'x-storage-pass': PASSWORD };
    const response = await fetch(`${this.url}/auth/v1.0`, { headers });
    const token = response.headers.get('x-auth-token');
    if (token === null) throw new Error(`Swift refuses the sign-in (${response.status})`);
    return token;
  }

  async #build(...args: string[]): Promise<void> {
    const builder = spawn('/usr/bin/python3', [this.#find('swift-ring-builder'), ...args], {
      cwd: join(this.#folder, 'etc'),
      env: this.#environment,
      stdio: 'ignore',
    });
    // With 1, it ends after a warning.
    const [code] = (await once(builder, 'exit')) as [number | null];
    if (code === null || code > 1) throw new Error(`swift-ring-builder ${args.join(' ')} ended with ${code}`);
  }

  #runSwift(server: string): void {
    this.#run('/usr/bin/python3', [
      this.#find(`swift-${server}-server`),
      join(this.#folder, 'etc', `${server}.conf`),
    ]);
  }

  #run(program: string, args: readonly string[]): void {
    const log = openSync(join(this.#folder, 'log', `${this.#children.length}.log`), 'w');
    const path = program.startsWith('/') ? program : this.#find(program);
    this.#children.push(spawn(path, args, { env: this.#environment, stdio: ['ignore', log, log] }));
    closeSync(log);
  }

  #readLogs(): string {
    return this.#children
      .map((_child, index) => readFileSync(join(this.#folder, 'log', `${index}.log`), 'utf8'))
      .join('');
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, 'etc', name), text);
  }

  #find(program: string): string {
    return join(this.#root, 'usr', 'bin', program);
  }

  get #environment(): NodeJS.ProcessEnv {
    const library = join(this.#root, 'usr', 'lib');
    return {
      PATH: process.env.PATH,
      HOME: this.#folder,
      PYTHONPATH: join(library, 'python3', 'dist-packages'),
      LD_LIBRARY_PATH: join(library, process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'),
      SWIFT_CONF_FILE: join(this.#folder, 'etc', 'swift.conf'),
    };
  }
}
