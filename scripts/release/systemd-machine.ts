import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@snug/testkit/until.ts';
import { run } from '../run.mjs';
import { must } from './image-store.ts';

const BOOTS_WITHIN_MS = 120_000;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const NAMESPACES = ['--mount', '--uts', '--ipc', '--pid', '--cgroup', '--root', '--wd'];

/** A fresh Debian with systemd as PID 1, in namespaces of this machine. It shares the network of this machine. */
export class SystemdMachine {
  /** Its root, on this machine. */
  readonly root: string;
  #process: ChildProcess | undefined;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(root: string): Promise<SystemdMachine> {
    await must('debootstrap', ['--variant=minbase', '--include=systemd,systemd-sysv', 'bookworm', root]);
    writeFileSync(join(root, 'etc', 'hosts'), '127.0.0.1 localhost\n');
    return new SystemdMachine(root);
  }

  async boot(): Promise<void> {
    const options = ['--quiet', '--register=no', '--keep-unit', '--console=pipe', '--boot'];
    const args = [...options, '--directory', this.root, 'systemd.unified_cgroup_hierarchy=1'];
    const machine = spawn('systemd-nspawn', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = machine;
    let errors = '';
    machine.stderr.on('data', chunk => {
      errors += chunk;
    });
    const isBooted = async () =>
      /running|degraded/.test((await this.#enter('systemctl is-system-running')).output);
    await until('systemd runs', isBooted, { timeoutMs: BOOTS_WITHIN_MS, describeState: () => errors });
  }

  /** Runs a line of a shell as root, which must succeed. Returns its output. */
  async run(line: string): Promise<string> {
    const { code, output } = await this.#enter(line);
    if (code !== 0) throw new Error(`${line}\n${output}`);
    return output;
  }

  async powerOff(): Promise<void> {
    const machine = this.#process;
    if (!machine || machine.exitCode !== null) return;
    const ended = once(machine, 'exit');
    await this.#enter('systemctl poweroff');
    await ended;
  }

  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  #enter(line: string): Promise<{ code: number; output: string }> {
    const pid = this.#process?.pid;
    const [leader = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    if (leader === '') return Promise.resolve({ code: 1, output: 'The machine does not run.' });
    const shell = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'sh', '-c', `cd /root && ${line}`];
    return run('nsenter', ['--target', leader, ...NAMESPACES, ...shell], { quiet: true });
  }
}
