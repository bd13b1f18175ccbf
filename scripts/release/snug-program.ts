import { equal } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { until } from '@snug/testkit/until.ts';

interface Running {
  child: ChildProcess;
  ended: Promise<number | null>;
  output: { text: string };
}

interface ProgramOptions {
  /** How `snug` is called. */
  command: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Whether the server is a child of the called process, as PID 1 of a namespace. */
  isChild: boolean;
}

/** The commands of a release. */
export class SnugProgram {
  readonly #options: ProgramOptions;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  start(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Running {
    const { command, env } = this.#options;
    const [program = '', ...prefix] = command;
    const child = spawn(program, [...prefix, ...args], { cwd: tmpdir(), env: { ...env, ...variables } });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output.text += chunk;
      });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { child, ended, output };
  }

  /** Runs a command that must succeed. Returns its output. */
  async run(args: readonly string[], variables?: NodeJS.ProcessEnv): Promise<string> {
    const { ended, output } = this.start(args, variables);
    equal(await ended, 0, output.text);
    return output.text;
  }

  async startServer(variables?: NodeJS.ProcessEnv): Promise<Running> {
    const server = this.start(['start'], variables);
    const hasEnded = () => server.child.exitCode !== null;
    await until('the server is ready', () => hasEnded() || server.output.text.includes('Snug is ready'));
    equal(server.child.exitCode, null, server.output.text);
    return server;
  }

  async stopServer({ child, ended, output }: Running): Promise<void> {
    process.kill(this.#findServer(child), 'SIGTERM');
    equal(await ended, 0, output.text);
  }

  #findServer({ pid = 0 }: ChildProcess): number {
    if (!this.#options.isChild) return pid;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }
}
