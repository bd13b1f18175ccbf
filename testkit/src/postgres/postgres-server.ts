import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../server-process.ts';
import { until } from '../until.ts';
import { findPrograms } from './programs.ts';

export interface PostgresOptions {
  /** Whether a commit survives a power failure. Without it, tests are faster. */
  durable?: boolean;
  settings?: Readonly<Record<string, string>>;
  /** The files of a certificate and its key, for connections with TLS. Other connections are possible, too. */
  tls?: { certificate: string; key: string };
  /** A stopped server, whose data this one copies. */
  from?: StoppedPostgres;
  /** Outlives the server: the next one continues with its data. By default, the server has a temporary folder. */
  folder?: string;
  /** The port of a primary, which copied the same data. This server is its standby until `promote`. */
  primaryPort?: number;
}

export interface StoppedPostgres {
  folder: string;
  password: string;
}

/** "nobody" on all systems. PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const USER = 'postgres';
/** Of a server in a folder that outlives it, for the one that continues there. */
const KEPT_PASSWORD = 'kept';
/** A standby accepts connections that only read. */
const READY = /ready to accept (?:read-only )?connections/;
/** Safe while the machine runs. Without automatic vacuuming, the time of a test depends less on others. */
const FASTER = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** Ends with this process, whatever ends it, because the pipe to its input closes. */
const GUARD =
  'cat > /dev/null; kill -QUIT $(head -n 1 "$0/postmaster.pid") 2> /dev/null; test "$1" = kept || rm -rf "$0"';

/** A PostgreSQL server with its own data folder on a port of the loopback interface, which can be killed and restarted. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #password: string;
  readonly #options: PostgresOptions;
  readonly #guard: ChildProcess;
  #child: ChildProcess | undefined;
  #databaseCount = 0;

  static async start(options: PostgresOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort(), options);
    if (options.from) server.#copy(options.from);
    else if (!existsSync(join(server.#folder, 'PG_VERSION'))) server.#initialize();
    if (options.tls) server.#addCertificate(options.tls);
    if (options.primaryPort !== undefined) server.demote();
    await server.start();
    return server;
  }

  private constructor(port: number, options: PostgresOptions) {
    this.port = port;
    this.#options = options;
    const { folder, from } = options;
    this.#folder = folder ?? mkdtempSync(join(tmpdir(), 'snug-postgres-'));
    this.#password =
      folder === undefined ? (from?.password ?? randomBytes(12).toString('hex')) : KEPT_PASSWORD;
    this.#guard = spawn('sh', ['-c', GUARD, this.#folder, folder === undefined ? 'temporary' : 'kept'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
  }

  /** The address of a database; by default, of the one that always exists. Its role is a superuser. */
  getUrl(database = 'postgres'): string {
    return `postgres://${USER}:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  /** The folder of its socket, which has the same port in its name. */
  get socketFolder(): string {
    return this.#folder;
  }

  /** For copies, after `stop`. */
  get stopped(): StoppedPostgres {
    return { folder: this.#folder, password: this.#password };
  }

  /** Of the main process. Throws if it does not run. */
  get pid(): number {
    if (!this.#child?.pid) throw new Error('PostgreSQL does not run');
    return this.#child.pid;
  }

  async start(): Promise<void> {
    const { settings = {}, durable = false, tls } = this.#options;
    const all = {
      ...(durable ? {} : FASTER),
      max_connections: '200',
      primary_conninfo: this.#primaryAddress,
      ssl: tls ? 'on' : 'off',
      ...settings,
    };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const address = ['-h', '127.0.0.1', '-p', String(this.port), '-k', this.#folder];
    const child = spawn(...this.#command('postgres', ['-D', this.#folder, ...address, ...args]));
    this.#child = child;
    let log = '';
    child.stderr?.on('data', chunk => (log = `${log}${chunk}`.slice(-10_000)));
    await until('PostgreSQL starts', () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${log}`);
      return READY.test(log);
    });
  }

  async waitForEnd(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** Ends all connections and stops, with everything on disk. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Ends like a crash of the machine's processes: with `durable`, the next start recovers what was committed. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  /** Makes it a standby at its next start. */
  demote(): void {
    const path = join(this.#folder, 'standby.signal');
    writeFileSync(path, '');
    if (needsAnotherUser()) chownSync(path, NOBODY, NOBODY);
  }

  /** Ends the standby's recovery. Resolves when it accepts changes, on a new timeline. */
  async promote(): Promise<void> {
    const [row] = await runStatement<{ isPromoted: boolean }>(
      this.getUrl(),
      'select pg_promote() as "isPromoted"',
    );
    if (!row?.isPromoted) throw new Error('the standby was not promoted');
  }

  /** Creates a database of the schema in `template`. Returns its URL. */
  async createDatabase(template = 'template1'): Promise<string> {
    const name = `test${++this.#databaseCount}_${process.pid}`;
    return createDatabase(this.getUrl(), name, template);
  }

  async remove(): Promise<void> {
    if (this.#child) await this.#end(this.#options.folder === undefined ? 'SIGQUIT' : 'SIGINT');
    const end = once(this.#guard, 'exit');
    this.#guard.stdin?.end();
    await end;
  }

  get #primaryAddress(): string {
    const { primaryPort } = this.#options;
    if (primaryPort === undefined) return '';
    return `host=127.0.0.1 port=${primaryPort} user=${USER} password=${this.#password}`;
  }

  #copy({ folder }: StoppedPostgres): void {
    const { status, stderr } = spawnSync('cp', ['-a', `${folder}/.`, this.#folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`PostgreSQL's data could not be copied: ${stderr}`);
  }

  /** Under the names of PostgreSQL's default settings. */
  #addCertificate({ certificate, key }: { certificate: string; key: string }): void {
    const paths = [join(this.#folder, 'server.crt'), join(this.#folder, 'server.key')] as const;
    copyFileSync(certificate, paths[0]);
    copyFileSync(key, paths[1]);
    chmodSync(paths[1], 0o600);
    if (needsAnotherUser()) for (const path of paths) chownSync(path, NOBODY, NOBODY);
  }

  #initialize(): void {
    const passwordFile = `${this.#folder}.password`;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(passwordFile, this.#password);
    if (needsAnotherUser()) for (const path of [this.#folder, passwordFile]) chownSync(path, NOBODY, NOBODY);
    const access = ['-U', USER, '-A', 'password', '--pwfile', passwordFile];
    // An order of texts unlike SQLite's, so that a test fails if a column lacks its collation.
    const order = ['-E', 'UTF8', '--locale-provider=icu', '--icu-locale=en', '--locale=C'];
    const [program, args, options] = this.#command('initdb', [
      '-D',
      this.#folder,
      '--no-sync',
      ...access,
      ...order,
    ]);
    const { status, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
    rmSync(passwordFile);
    if (status !== 0) throw new Error(`PostgreSQL could not be initialized: ${stderr}`);
  }

  #command(name: 'initdb' | 'postgres', args: string[]): [string, string[], SpawnOptions] {
    const program = join(findPrograms(), name);
    // Apart from this process's group, so that Ctrl+C does not end it before the tests.
    const options: SpawnOptions = { stdio: ['ignore', 'ignore', 'pipe'], detached: true };
    if (process.getuid?.() !== 0) return [program, args, options];
    if (needsAnotherUser()) return [program, args, { ...options, uid: NOBODY, gid: NOBODY }];
    return ['unshare', ['--user', program, ...args], options];
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) throw new Error('PostgreSQL does not run');
    this.#child = undefined;
    if (child.exitCode !== null) return;
    const end = once(child, 'exit');
    child.kill(signal);
    await end;
  }
}

/** Creates a database on a server that runs already. Returns its URL. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<string> {
  await runStatement(serverUrl, `create database "${name}" template "${template}"`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Also if others are connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  await runStatement(server.href, `drop database if exists "${name}" with (force)`);
}

export async function runStatement<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Whether this is root without user namespaces, in which every process is root or nobody. */
function needsAnotherUser(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['--user', 'true']).status !== 0;
}
