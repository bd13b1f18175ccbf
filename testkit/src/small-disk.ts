import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILLER_FILE = 'filler';

/** The reason why a test cannot have its own file system here; undefined if it can. */
export function smallDiskProblem(): string | undefined {
  const script = `mount -t tmpfs -o size=64k snug "${tmpdir()}"`;
  const { error, status, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script], { encoding: 'utf8' });
  if (error) return 'unshare is not installed';
  return status === 0 ? undefined : `a file system may not be mounted: ${stderr.trim()}`;
}

/** A small file system, which only processes started with its `prefix` see. */
export class SmallDisk {
  /** The path for those processes. */
  readonly folder: string;
  /** The start of a command line whose program sees the disk. */
  readonly prefix: readonly string[];
  readonly path: string;
  readonly #mountProcess: ChildProcess;

  private constructor(folder: string, keeper: ChildProcess) {
    this.folder = folder;
    this.#mountProcess = keeper;
    const pid = String(keeper.pid);
    this.prefix = ['nsenter', '--target', pid, '--user', '--mount', '--preserve-credentials'];
    this.path = `/proc/${pid}/root${folder}`;
  }

  static async create(bytes: number): Promise<SmallDisk> {
    const folder = mkdtempSync(join(tmpdir(), 'snug-disk-'));
    const script = `mount -t tmpfs -o size=${bytes} snug "$0" && echo mounted && exec sleep 1000000`;
    const keeper = spawn('unshare', ['-rm', 'sh', '-c', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(keeper.stdout, 'data');
    return new SmallDisk(folder, keeper);
  }

  /** Leaves no room at all. */
  fill(): void {
    const file = openSync(join(this.path, FILLER_FILE), 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(4_096));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  free(bytes = Number.POSITIVE_INFINITY): void {
    const path = join(this.path, FILLER_FILE);
    if (bytes === Number.POSITIVE_INFINITY) rmSync(path);
    else truncateSync(path, Math.max(0, statSync(path).size - bytes));
  }

  /** A copy that every process sees. The caller removes it. */
  copy(): string {
    const folder = mkdtempSync(join(tmpdir(), 'snug-copy-'));
    cpSync(this.path, folder, { recursive: true, filter: path => !path.endsWith(FILLER_FILE) });
    return folder;
  }

  async remove(): Promise<void> {
    const closed = once(this.#mountProcess, 'close');
    this.#mountProcess.kill('SIGKILL');
    await closed;
    rmSync(this.folder, { recursive: true });
  }
}
