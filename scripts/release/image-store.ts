import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { print, run } from '../run.mjs';

const BASE = 'docker.io/library/node:24-slim';

export interface Image {
  rootfs: string;
  user: string;
  /** Lines of `NAME=value`. */
  env: string;
}

/** A folder of images, built by buildah. */
export class ImageStore {
  readonly #folder: string;
  readonly #storage: readonly string[];

  private constructor(folder: string) {
    this.#folder = folder;
    const [root, runRoot] = [join(folder, 'store'), join(folder, 'run')];
    this.#storage = ['--root', root, '--runroot', runRoot, '--storage-driver', 'vfs'];
  }

  /** With the base of the Dockerfile. Where no registry has it, debootstrap makes one with this machine's Node and npm. */
  static async create(folder: string): Promise<ImageStore> {
    const store = new ImageStore(folder);
    const pulled = await succeeds('buildah', [...store.#storage, 'pull', '--quiet', BASE]);
    if (!pulled) await store.#createBase();
    print(`The base is ${pulled ? BASE : 'from debootstrap'}.`);
    return store;
  }

  async build(tag: string, sources: string): Promise<void> {
    const options = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--tag', tag];
    await this.#call('bud', ...options, sources);
  }

  async mount(tag: string): Promise<Image> {
    const container = (await this.#call('from', '--pull-never', tag)).trim();
    const rootfs = (await this.#call('mount', container)).trim();
    const { Docker } = JSON.parse(await this.#call('inspect', '--type', 'image', tag)) as {
      Docker: { config: { Env: string[]; User: string } };
    };
    return { rootfs, user: Docker.config.User, env: Docker.config.Env.join('\n') };
  }

  async unmountAll(): Promise<void> {
    await run('buildah', [...this.#storage, 'umount', '--all'], { quiet: true });
  }

  /** What the base's name promises: a small Debian with Node 24 and npm. */
  async #createBase(): Promise<void> {
    const root = join(this.#folder, 'base');
    await must('debootstrap', [
      '--variant=minbase',
      '--include=libstdc++6,ca-certificates',
      'bookworm',
      root,
    ]);
    cpSync(process.execPath, join(root, 'usr/local/bin/node'));
    const npm = join(root, 'usr/local/lib/node_modules');
    mkdirSync(npm, { recursive: true });
    const version = (await must('npm', ['--version'])).trim();
    await must('npm', ['install', '--no-save', `--prefix=${this.#folder}`, `npm@${version}`]);
    cpSync(join(this.#folder, 'node_modules', 'npm'), join(npm, 'npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    // This machine may trust further authorities, such as that of a mirror.
    const authorities = process.env.NODE_EXTRA_CA_CERTS;
    const target = '/usr/local/share/authorities.pem';
    if (authorities) cpSync(authorities, join(root, target));
    const container = (await this.#call('from', 'scratch')).trim();
    const mount = (await this.#call('mount', container)).trim();
    await must('cp', ['-a', `${root}/.`, mount]);
    await this.#call('umount', container);
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    const variables = [path, ...(authorities ? [`NODE_EXTRA_CA_CERTS=${target}`] : [])];
    await this.#call('config', ...variables.flatMap(variable => ['--env', variable]), container);
    await this.#call('commit', '--quiet', '--rm', container, BASE);
    rmSync(root, { recursive: true });
  }

  #call(...args: readonly string[]): Promise<string> {
    return must('buildah', [...this.#storage, ...args]);
  }
}

/** Runs a program that must succeed. Returns its output. */
export async function must(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(program, args, { quiet: true });
  if (code !== 0) throw new Error(`${program} failed.\n${output}`);
  return output;
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return (await run(program, args, { quiet: true }).catch(() => ({ code: 1 }))).code === 0;
}
