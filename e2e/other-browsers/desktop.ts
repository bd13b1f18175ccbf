import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from './program.ts';
import type { ProgramPaths } from './program-paths.ts';

/** Without sound, if nothing plays it. */
type DesktopPrograms = ProgramPaths<'xvfb' | 'openbox'> & Partial<ProgramPaths<'pulseaudio'>>;

export class Desktop {
  readonly #paths: DesktopPrograms;
  readonly #home: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #programs: Program[] = [];

  static async start(paths: DesktopPrograms): Promise<Desktop> {
    const desktop = new Desktop(paths);
    if (paths.pulseaudio === undefined) return desktop;
    const socket = join(desktop.#home, 'sound');
    await desktop.#run(paths.pulseaudio, soundArguments(socket)).waitForOutput(/Daemon startup complete/);
    desktop.#env.PULSE_SERVER = `unix:${socket}`;
    return desktop;
  }

  private constructor(paths: DesktopPrograms) {
    this.#paths = paths;
    this.#home = mkdtempSync(join(tmpdir(), 'snug-desktop-'));
    const { PATH } = process.env;
    const home = { HOME: this.#home, XDG_RUNTIME_DIR: this.#home, TMPDIR: tmpdir() };
    this.#env = { PATH, ...home, LANG: 'en_GB.UTF-8', TZ: 'UTC' };
  }

  /** The environment of a program with its own screen: a screen gives the focus to only one window. */
  async screen(): Promise<NodeJS.ProcessEnv> {
    const size = ['-screen', '0', '1920x1200x24'];
    const screen = this.#run(this.#paths.xvfb, ['-displayfd', '1', ...size, '-nolisten', 'tcp']);
    const [, display] = await screen.waitForOutput(/^(\d+)\n/m);
    const env = { ...this.#env, DISPLAY: `:${display}` };
    this.#run(this.#paths.openbox, [], env);
    return env;
  }

  async end(): Promise<void> {
    for (const program of this.#programs) await program.end();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #run(path: string, args: readonly string[], env = this.#env): Program {
    const program = new Program(path, args, env);
    this.#programs.push(program);
    return program;
  }
}

/** Without an audio device, Firefox's AudioContext never starts. */
function soundArguments(socket: string): string[] {
  return [
    '-n',
    '--daemonize=no',
    '--exit-idle-time=-1',
    '--log-level=info',
    '--load=module-null-sink',
    `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
  ];
}
